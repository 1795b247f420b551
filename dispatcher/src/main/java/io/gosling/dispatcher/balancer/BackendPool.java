package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.policy.Cluster;
import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Back-ends with one label, or all of them, with a policy of their own, so that what it remembers is of them alone. Loads are
 * those of the back-ends, whoever they came through. Not thread-safe; guarded by {@link Dispatcher}.
 */
final class BackendPool {
    /** However many groups there are. */
    private static final int LEAST_TARGETS = 1000;

    /** Null for everybody. */
    final @Nullable String label;

    final Cluster cluster = new Cluster();
    final DistributionPolicy policy;

    /** Who waits to be let in, the longest first. */
    final LinkedHashSet<Ticket> queue = new LinkedHashSet<>();

    /** Paused requests that ask for a place again, the longest first; they come before those that wait. */
    final LinkedHashSet<Ticket> resuming = new LinkedHashSet<>();

    /** How long answers to what is confined to it took; counted only where that is asked for. */
    final ResponseTimePercentile times = new ResponseTimePercentile();

    /** How many back-ends its source names that belong to it. */
    int named;

    /**
     * Admitted requests on those that take requests: of everybody all, of a label those confined to it, or what anybody may
     * serve would keep out what nobody else may.
     */
    int admitted;

    /** Requests confined to it that others got, because nobody of it took any. */
    long elsewhere;

    /** Whether the log was last told that nobody takes requests. */
    boolean toldEmpty;

    BackendPool(@Nullable String label, Policies policy, PolicySettings tuning) {
        this.label = label;
        this.policy = policy.over(cluster, tuning);
    }

    /** Everybody, and those of each label, which share the memory of targets. */
    static List<BackendPool> all(FrontEndSettings settings) {
        List<String> labels = settings.groups().rules().labels();
        int targets = settings.tuning().lard().maxTargets();
        int each = Math.max(Math.min(targets, LEAST_TARGETS), targets / (labels.size() + 1));
        PolicySettings tuning =
                settings.tuning().withLard(settings.tuning().lard().withTargets(each));
        Policies policy = Policies.named(settings.policy());
        return Stream.concat(Stream.of((String) null), labels.stream())
                .map(label -> new BackendPool(label, policy, tuning))
                .toList();
    }

    boolean has(Backend backend) {
        return label == null || backend.labels().contains(label);
    }

    /** @param limit S of those that take requests */
    FrontEndStatus.GroupStatus status(int limit) {
        return new FrontEndStatus.GroupStatus(
                String.valueOf(label),
                named,
                cluster.size(),
                limit,
                admitted,
                queue.size(),
                policy.targets(),
                elsewhere);
    }

    /** Whether nobody takes requests. */
    boolean isEmpty() {
        return cluster.size() == 0;
    }
}
