package io.gosling.gos.warm;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Other nodes, as far as moving memory goes. Called on virtual threads, which block; safe for use by many. */
@FunctionalInterface
public interface HandOverTransport {
    /**
     * Asks a node to fetch these from this one, and waits until it has; some 25 000 at most, the first of them.
     *
     * @param within after which it begins no more
     * @throws IOException when it could not be asked, does not take any, or answers too late
     */
    MoveResult handOver(ClusterMember to, List<HeldObjectSummary> keys, Duration within) throws IOException;
}
