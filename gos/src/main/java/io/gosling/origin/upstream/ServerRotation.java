package io.gosling.origin.upstream;

import io.gosling.origin.upstream.ServerHealth.Leave;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the server for the next request: the primary servers in turn, and a backup when none of them is available.
 * Used by many threads.
 */
record ServerRotation(List<OriginServer> all, int usual, AtomicInteger turn) {
    record Turn(OriginServer server, Leave leave) {}

    ServerRotation(OriginServerAddresses servers, FailoverSettings failover) {
        this(all(servers, failover), servers.usual().size(), new AtomicInteger());
    }

    private static List<OriginServer> all(OriginServerAddresses servers, FailoverSettings failover) {
        FailoverSettings rules = servers.all().size() > 1 ? failover : failover.ofOneAlone();
        return servers.all().stream()
                .map(address -> new OriginServer(address, servers.backups().contains(address), rules))
                .toList();
    }

    /** The next available server that was not tried; the caller reports the result. Null where there is none. */
    @Nullable
    Turn next(List<OriginServer> tried, long now) {
        // A server that is passed over has had its turn: its share falls on all others, not on its neighbour.
        for (int i = 0; i < usual; i++) {
            Turn given = give(all.get(Math.floorMod(turn.getAndIncrement(), usual)), tried, now);
            if (given != null) {
                return given;
            }
        }
        // Turns that other threads took meanwhile may have left one out.
        for (OriginServer server : all) {
            Turn given = give(server, tried, now);
            if (given != null) {
                return given;
            }
        }
        return null;
    }

    private static @Nullable Turn give(OriginServer server, List<OriginServer> tried, long now) {
        Leave leave = tried.contains(server) ? null : server.health().admit(now);
        return leave == null ? null : new Turn(server, leave);
    }

    boolean hasChoice() {
        return all.size() > 1;
    }

    boolean hasOther(OriginServer than, long now) {
        return all.stream()
                .anyMatch(server -> !server.equals(than) && server.health().mayServe(now));
    }
}
