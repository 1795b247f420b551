package io.gosling.replication.serve;

import io.gosling.replication.members.CopyTraffic;
import java.util.List;

/**
 * A snapshot of a server's part in its replica set, for status and metrics.
 *
 * @param copyBytes held for others, of {@code quota}
 * @param givable documents to which some link may be chosen
 * @param pages sent with chosen links, with {@code links}
 * @param given documents sent to others for their copies
 * @param pulled copies fetched from others, and {@code validated} those found to be still the same
 * @param redirected requests under {@code /~migrate/} that were sent home
 * @param saved the responses of other servers from copies of this server's documents, as they report
 * @param answered the responses of this server from copies of theirs
 * @param placed documents of this server that others are to hold, by their number of responses, most first
 * @param decisions the last decisions with their reasons, the latest first
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
     * @param heard true if it was heard from lately; load and room are those that it reported last
     * @param admin address of its admin API on its machine; empty while it has not reported one
     * @param silence reason for not answering the last request; empty while it is heard from
     * @param documents number of documents that it is to hold for this server, with {@code bytes} in all
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
     * A document of this server with the holders of its copies.
     *
     * @param saved the responses of these holders, and of earlier ones, from it
     * @param why the reason of its last replication
     */
    public record Placed(
            String path, long bytes, List<String> servers, boolean migrated, CopyTraffic saved, String why) {}

    public record Held(String home, String path, long bytes, long version) {}
}
