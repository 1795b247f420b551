package io.gosling.gos.warm;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Collects the lists of objects that several nodes report to hold. */
public final class HeldKeyListCollector {
    private static final Logger LOG = System.getLogger(HeldKeyListCollector.class.getName());

    private HeldKeyListCollector() {}

    /**
     * The objects that these nodes hold, by node; all are asked at once and share the bound of a list. Blocks for as
     * long as {@link WarmUpTransport} does.
     */
    public static Map<ClusterMember, List<HeldObjectSummary>> of(List<ClusterMember> nodes, WarmUpTransport peers)
            throws InterruptedException {
        Map<ClusterMember, List<HeldObjectSummary>> lists = new ConcurrentHashMap<>();
        int most = MovableObjectTextCodec.MOST_LISTED_BYTES / Math.max(1, nodes.size());
        List<Thread> asking = nodes.stream()
                .map(node -> Thread.ofVirtual().name("gosling-listing").start(() -> list(node, most, peers, lists)))
                .toList();
        for (Thread one : asking) {
            one.join();
        }
        return lists;
    }

    private static void list(
            ClusterMember node, int most, WarmUpTransport peers, Map<ClusterMember, List<HeldObjectSummary>> lists) {
        try {
            lists.put(node, peers.hottest(node, most));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} did not say what it holds: {1}", node.name(), e.getMessage());
        }
    }
}
