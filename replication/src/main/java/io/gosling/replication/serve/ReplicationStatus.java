package io.gosling.replication.serve;

import io.gosling.replication.members.CopyTraffic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a server's part in its replica set, for status and metrics. Its components are the members of {@code
 * replication} in the response to {@code /status}.
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
public record ReplicationStatus(
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
        List<Other> servers,
        List<Placed> placed,
        List<Held> copies,
        List<String> decisions) {
    /**
     * Another server.
     *
     * @param state {@code ready} if it was heard from lately, {@code silent} otherwise; load and room are those that it
     *     reported last
     * @param admin address of its admin API on its machine; null while it has not reported one
     * @param reason for not answering the last request; empty while it is heard from
     * @param documents number of documents that it is to hold for this server, with {@code bytes} in all
     */
    public record Other(
            String name,
            String state,
            @Nullable String admin,
            String reason,
            double load,
            long room,
            int documents,
            long bytes) {
        public boolean isHeard() {
            return state.equals("ready");
        }
    }

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
