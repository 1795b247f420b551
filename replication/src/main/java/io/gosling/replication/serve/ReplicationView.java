package io.gosling.replication.serve;

import io.gosling.replication.members.CopyTraffic;
import java.util.List;

/**
 * What a server can say of its part in the group: for status and metrics.
 *
 * @param name this server's public name
 * @param load its load figure
 * @param copyBytes held for others, of {@code quota}
 * @param givable documents to which some link may be chosen
 * @param pages sent with chosen links, and how many {@code links}
 * @param given documents sent to others for their copies
 * @param pulled copies brought from others, and {@code validated} those found to be still the same
 * @param redirected requests under {@code /~migrate/} that were sent home
 * @param saved what others have answered with copies of this server's documents, as they say
 * @param answered what this one has answered with copies of theirs
 * @param placed documents of this server that others are to hold, those with which they answered most first
 * @param decisions the last ones and why, the latest first
 */
public record ReplicationView(
        String name,
        double load,
        long quota,
        long copyBytes,
        int givable,
        long pages,
        long links,
        long given,
        long pulled,
        long validated,
        long redirected,
        CopyTraffic saved,
        CopyTraffic answered,
        List<Other> peers,
        List<Placed> placed,
        List<Held> copies,
        List<String> decisions) {
    /**
     * Another server.
     *
     * @param heard whether it has spoken lately; load and room are its last word
     * @param admin where it answers operators of its machine; empty while it has not said so
     * @param silence why it did not answer when it was asked last; empty while it is heard
     * @param documents that it is to hold for this one, with {@code bytes} in all
     */
    public record Other(
            String name,
            boolean heard,
            String admin,
            String silence,
            double load,
            long room,
            int documents,
            long bytes) {}

    /**
     * A document of this server and who is to have copies.
     *
     * @param saved what those, and others before them, have answered with it
     * @param why it was given to somebody last
     */
    public record Placed(
            String path, long bytes, List<String> servers, boolean migrated, CopyTraffic saved, String why) {}

    /** A copy that is held here. */
    public record Held(String home, String path, long bytes, long version) {}
}
