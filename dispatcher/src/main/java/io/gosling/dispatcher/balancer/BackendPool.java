package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.LiveBackends;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends with one label, or all back-ends, with a policy of their own that remembers only them. Loads are those
 * of the back-ends, whichever pool the requests came through. Not thread-safe; guarded by {@link AdmissionController}.
 */
final class BackendPool {
    private static final int LEAST_TARGETS = 1000;

    final @Nullable String label;
    final LiveBackends cluster = new LiveBackends();
    final DistributionPolicy policy;
    final LinkedHashSet<AdmissionTicket> queue = new LinkedHashSet<>();

    /** Paused requests that wait for readmission, the longest first, before new ones. */
    final LinkedHashSet<AdmissionTicket> resuming = new LinkedHashSet<>();

    int named;

    /**
     * Admitted requests on the back-ends that take requests; for a label, only those confined to it, so that requests
     * for any back-end do not keep them out.
     */
    int admitted;

    /** Requests confined to it that other back-ends served, because none of its own took any. */
    long elsewhere;

    boolean toldEmpty;

    final PolicyName name;
    private PolicySettings tuning;

    BackendPool(@Nullable String label, PolicyName name, PolicySettings tuning) {
        this.label = label;
        this.name = name;
        this.tuning = tuning;
        this.policy = name.over(cluster, tuning);
    }

    /**
     * The pool of all back-ends, and those of each label, which share the routing keys' memory: those of {@code before}
     * that can take the settings, with their tables at the size that they have, and new ones.
     */
    static List<BackendPool> all(FrontEndSettings settings, List<BackendPool> before) {
        List<String> labels = settings.routes().pools();
        int targets = settings.get(PolicySettings.TARGETS);
        int each = Math.max(Math.min(targets, LEAST_TARGETS), targets / (labels.size() + 1));
        PolicySettings tuning = settings.tuning().with(PolicySettings.TARGETS, each);
        PolicyName policy = PolicyName.named(settings.get(FrontEndSettings.POLICY));
        return Stream.concat(Stream.of((String) null), labels.stream())
                .map(label -> before.stream()
                        .filter(pool -> Objects.equals(pool.label, label) && pool.takes(policy, tuning))
                        .findFirst()
                        .orElseGet(() -> new BackendPool(label, policy, tuning)))
                .toList();
    }

    private boolean takes(PolicyName other, PolicySettings settings) {
        PolicySettings sized = settings.with(PolicySettings.TARGETS, tuning.get(PolicySettings.TARGETS));
        if (!name.equals(other) || !(sized.equals(tuning) || policy.takes(sized))) {
            return false;
        }
        tuning = sized;
        return true;
    }

    boolean has(Backend backend) {
        return label == null || backend.labels().contains(label);
    }

    FrontEndStatus.PoolStatus status(int limit) {
        return new FrontEndStatus.PoolStatus(
                String.valueOf(label),
                named,
                cluster.size(),
                limit,
                admitted,
                queue.size(),
                policy.routingKeys(),
                elsewhere);
    }

    boolean isEmpty() {
        return cluster.size() == 0;
    }
}
