package io.gosling.replication.plan;

import java.util.List;
import java.util.Optional;

/**
 * A decision of a home about the placement of copies. It moves no bytes: a copy is made when a client requests it, and
 * evicted when it is no longer requested (DC-Apache, section 3.1.2.2, lazy replication).
 */
public sealed interface ReplicationDecision {
    /** The document that is concerned; of a swap the one that comes. */
    String path();

    String server();

    /** The document that a server is to hold by this decision; empty if it only removes copies. */
    default Optional<String> given() {
        return this instanceof Revoke ? Optional.empty() : Optional.of(path());
    }

    /** Links may lead to a copy on this server too. */
    record Replicate(String path, long bytes, String server) implements ReplicationDecision {}

    /** All links lead to this server only. */
    record Migrate(String path, long bytes, String server) implements ReplicationDecision {}

    /** Links no longer lead to this server's copy; the server is not notified. */
    record Revoke(String path, String server) implements ReplicationDecision {}

    /** Documents give way to one that is requested more often. */
    record Swap(List<String> out, String in, long bytes, String server) implements ReplicationDecision {
        public Swap {
            out = List.copyOf(out);
        }

        @Override
        public String path() {
            return in;
        }
    }
}
