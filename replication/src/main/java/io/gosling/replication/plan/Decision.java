package io.gosling.replication.plan;

import java.util.List;
import java.util.Optional;

/**
 * One decision of a home about who is to hold what. It moves no byte: a copy comes to be when a client asks for it, and
 * goes when nobody does (DC-Apache, section 3.1.2.2, lazy replication).
 */
public sealed interface Decision {
    /** The document that somebody is to have by this; empty where it only takes away. */
    default Optional<String> given() {
        return switch (this) {
            case Replicate more -> Optional.of(more.path());
            case Migrate move -> Optional.of(move.path());
            case Revoke less -> Optional.empty();
            case Swap swap -> Optional.of(swap.in());
        };
    }

    /** Links may lead to a copy on this server too. */
    record Replicate(String path, long bytes, String server) implements Decision {}

    /** All links lead to this server, and to no other any more. */
    record Migrate(String path, long bytes, String server) implements Decision {}

    /** Links lead to this server's copy no more; the server is not told. */
    record Revoke(String path, String server) implements Decision {}

    /** Documents give way to one that is asked for more often. */
    record Swap(List<String> out, String in, long bytes, String server) implements Decision {
        public Swap {
            out = List.copyOf(out);
        }
    }
}
