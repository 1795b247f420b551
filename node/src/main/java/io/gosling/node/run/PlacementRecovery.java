package io.gosling.node.run;

import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.peer.MemberClient;
import io.gosling.netty.tls.ClusterTls;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports a cluster's nodes to a front-end as back-ends, after they have listed what they hold, so that a restarted
 * front-end keeps the placement. The first nodes to be known are asked, once, on a thread of its own; nodes that join
 * later have an empty memory.
 *
 * <p>Called by the cluster's thread.
 */
final class PlacementRecovery {
    private static final System.Logger LOG = System.getLogger(PlacementRecovery.class.getName());

    private final FrontEndSettings settings;
    private final Supplier<MemberClient> asking;
    final MemberBackends backends;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile List<ClusterMember> members = List.of();
    private volatile boolean over;

    /**
     * @param wanted true if enabled and the policy can use it
     * @param asking gives the client of the nodes, which stays its owner's
     * @param encryption of the requests to them; null for plain text
     */
    PlacementRecovery(
            FrontEndSettings settings,
            boolean wanted,
            Supplier<MemberClient> asking,
            @Nullable Supplier<ClusterTls> encryption) {
        this.settings = settings;
        this.backends = new MemberBackends(this::told, encryption);
        this.asking = asking;
        this.over = !wanted
                || PolicyName.named(settings.get(FrontEndSettings.POLICY)).holders() == 0
                || settings.get(FrontEndSettings.TARGET).ofUrl("/").isEmpty();
    }

    private List<ClusterMember> told() {
        return over ? members : List.of();
    }

    /** Handles a change of members; {@code expect} gets the routing keys once, before any back-end is reported. */
    void changed(List<ClusterMember> now, Consumer<Map<String, long[]>> expect) {
        members = now;
        List<ClusterMember> stores =
                now.stream().filter(node -> node.peer() != null).toList();
        if (!over && !stores.isEmpty() && begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("gosling-learning").start(() -> learn(stores, expect));
        }
        backends.changed();
    }

    private void learn(List<ClusterMember> stores, Consumer<Map<String, long[]>> expect) {
        try {
            Map<ClusterMember, List<HeldObjectSummary>> lists = asking.get().held(stores);
            Map<String, long[]> targets = HeldRoutingKeyEstimator.of(
                    lists,
                    settings.get(FrontEndSettings.TARGET),
                    settings.tuning().get(PolicySettings.TARGETS),
                    PolicyName.named(settings.get(FrontEndSettings.POLICY)).holders());
            expect.accept(targets);
            boolean fresh = targets.isEmpty() && lists.size() == stores.size();
            LOG.log(
                    fresh ? Level.DEBUG : Level.INFO,
                    "{0} of {1} nodes answered what they hold in memory: {2} routing keys stay with their nodes",
                    lists.size(),
                    stores.size(),
                    targets.values().stream().mapToInt(each -> each.length).sum());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over = true;
            backends.changed();
        }
    }
}
