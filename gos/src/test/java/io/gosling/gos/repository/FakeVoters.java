package io.gosling.gos.repository;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Purges among nodes that all have leases. A purge takes effect on a node when it is delivered, and is certain when
 * every node has it. One thread.
 */
final class FakeVoters {
    final List<Runnable> underWay = new ArrayList<>();
    private final List<RepositoryPurgeHistory> nodes = new ArrayList<>();
    private boolean immediate = true;
    private boolean leases = true;

    void hold() {
        immediate = false;
    }

    /** Returns true if nodes have a lease. */
    void leases(boolean have) {
        leases = have;
    }

    void deliver(int index) {
        underWay.remove(index).run();
    }

    void deliverAll() {
        while (!underWay.isEmpty()) {
            deliver(0);
        }
    }

    /** One more node. */
    CopyCoherence node() {
        RepositoryPurgeHistory own = new RepositoryPurgeHistory();
        nodes.add(own);
        return new CopyCoherence() {
            @Override
            public long latest() {
                return own.latest();
            }

            @Override
            public boolean isGood(ObjectKey key, long since) {
                return leases && own.isGood(key.hash(), since);
            }

            @Override
            public @Nullable String obstacle() {
                return leases ? null : "no lease";
            }

            @Override
            public CompletableFuture<String> forget(ObjectKey key) {
                own.add(List.of(key.hash()));
                CompletableFuture<String> certain = new CompletableFuture<>();
                int[] left = {nodes.size()};
                for (RepositoryPurgeHistory node : nodes) {
                    Runnable delivery = () -> {
                        node.add(List.of(key.hash()));
                        if (--left[0] == 0) {
                            certain.complete("");
                        }
                    };
                    if (immediate) {
                        delivery.run();
                    } else {
                        underWay.add(delivery);
                    }
                }
                return certain;
            }
        };
    }
}
