package io.gosling.node.run;

import io.gosling.dispatcher.backend.Backends;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.gos.membership.Node;
import io.gosling.gos.peer.Holdings;
import io.gosling.gos.warm.HotKey;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The nodes of a cluster as a front-end's back-ends, which are told to it when they have said what they hold: a front-end that
 * was restarted sends a target where it was, and does not scatter what nodes' memories are full of. The first nodes to be known
 * are asked, once, on a thread of its own; whoever comes later comes with an empty memory.
 *
 * <p>Told by the cluster's thread.
 */
final class RoutingKeyLearning {
    private static final System.Logger LOG = System.getLogger(RoutingKeyLearning.class.getName());

    private final FrontEndSettings settings;
    private final Supplier<Holdings> asking;
    private final MemberBackends backends = new MemberBackends(this::told);
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile List<Node> members = List.of();
    private volatile boolean over;

    /**
     * @param wanted whether it is wanted; not done either where the policy remembers no targets, or those do not follow from
     *     what nodes call their objects
     * @param asking opens the way to nodes; closed when they were asked
     */
    RoutingKeyLearning(FrontEndSettings settings, boolean wanted, Supplier<Holdings> asking) {
        this.settings = settings;
        this.asking = asking;
        this.over = !wanted
                || Policies.named(settings.policy()).holders() == 0
                || settings.target().ofUrl("/").isEmpty();
    }

    Backends backends() {
        return backends;
    }

    private List<Node> told() {
        return over ? members : List.of();
    }

    /**
     * The cluster's members have changed.
     *
     * @param expect told once, before any back-end is, which targets they hold
     */
    void changed(List<Node> now, Consumer<Map<String, long[]>> expect) {
        members = now;
        List<Node> stores = now.stream().filter(node -> node.peer() != null).toList();
        if (!over && !stores.isEmpty() && begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("gosling-learning").start(() -> learn(stores, expect));
        }
        backends.changed();
    }

    private void learn(List<Node> stores, Consumer<Map<String, long[]>> expect) {
        try (Holdings holdings = asking.get()) {
            Map<Node, List<HotKey>> lists = holdings.of(stores);
            Map<String, long[]> targets = RoutingKeyHints.of(
                    lists,
                    settings.target(),
                    settings.tuning().lard().maxTargets(),
                    Policies.named(settings.policy()).holders());
            expect.accept(targets);
            LOG.log(
                    Level.INFO,
                    "{0} of {1} nodes have said what they hold: {2} targets are where they were",
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
