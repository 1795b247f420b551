package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.health.Checking;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.health.ProbationSettings;
import io.gosling.dispatcher.health.Shares;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ProxyProtocol;
import java.time.Duration;

/**
 * How a front-end listens, chooses and relays.
 *
 * @param http bounds of clients' connections and requests
 * @param pool bounds of the connections to back-ends, for each event loop and back-end
 * @param policy one of {@link Policies#names}
 * @param target what policies go by
 * @param tuning what policies are given; LARD's thresholds also give the admission limit of every policy
 * @param admission how many requests are in the cluster at a time, and how others wait
 * @param relay time-outs, trust and fields of what is passed on
 * @param health when a back-end is left alone, and for how long
 * @param mechanism how a request reaches its back-end
 * @param groups what is confined to some back-ends
 * @param learning what is found out
 */
public record FrontEndSettings(
        HttpLimits http,
        PoolLimits pool,
        String policy,
        RoutingKeyRule target,
        PolicySettings tuning,
        AdmissionSettings admission,
        RelaySettings relay,
        HealthSettings health,
        ForwardingSettings mechanism,
        BackendPoolSettings groups,
        LearningSettings learning) {

    /** @throws IllegalArgumentException for a policy that is not known, and for what does not go together */
    public FrontEndSettings {
        ForwardingMode way = mechanism.mechanism();
        way.sees().require(way.label(), Policies.named(policy), groups.rules());
        if (mechanism.streams() > 0 && relay.introduction() != ProxyProtocol.OFF) {
            throw new IllegalArgumentException("relay.protocol is h2c with relay.proxy-protocol " + relay.introduction()
                    + ", but a connection that many clients share can name none of them; expected relay.protocol"
                    + " http1, or relay.proxy-protocol off");
        }
        if (learning.difference().isPositive() && !groups.rules().labels().isEmpty()) {
            throw new IllegalArgumentException(
                    "max-delay-difference is " + learning.difference().toMillis()
                            + "ms with rules of " + groups.rules().labels()
                            + ", but marks are for all back-ends, and learnt from those that serve the same; expected"
                            + " max-delay-difference 0s with lard.t-low and lard.t-high, or no rules");
        }
    }

    /** LARD/R with the paper's thresholds and every other default. */
    public static FrontEndSettings defaults() {
        return new FrontEndSettings(
                HttpLimits.defaults(),
                PoolLimits.defaults(),
                "lard-r",
                RoutingKeyRule.URL,
                new PolicySettings(LardSettings.DEFAULT),
                AdmissionSettings.defaults(),
                RelaySettings.defaults(),
                HealthSettings.defaults(),
                ForwardingSettings.defaults(),
                BackendPoolSettings.none(),
                LearningSettings.none());
    }

    /** These settings with another policy. */
    public FrontEndSettings withPolicy(String name) {
        return new FrontEndSettings(
                http, pool, name, target, tuning, admission, relay, health, mechanism, groups, learning);
    }

    /** These settings with other bounds of clients' connections. */
    public FrontEndSettings withHttp(HttpLimits limits) {
        return new FrontEndSettings(
                limits, pool, policy, target, tuning, admission, relay, health, mechanism, groups, learning);
    }

    /** These settings with other bounds of back-ends' connections. */
    public FrontEndSettings withPool(PoolLimits limits) {
        return new FrontEndSettings(
                http, limits, policy, target, tuning, admission, relay, health, mechanism, groups, learning);
    }

    /** These settings with other thresholds. */
    public FrontEndSettings withLard(LardSettings thresholds) {
        return new FrontEndSettings(
                http,
                pool,
                policy,
                target,
                tuning.withLard(thresholds),
                admission,
                relay,
                health,
                mechanism,
                groups,
                learning);
    }

    /** These settings with another notion of what a target is. */
    public FrontEndSettings withTarget(RoutingKeyRule rule) {
        return new FrontEndSettings(
                http, pool, policy, rule, tuning, admission, relay, health, mechanism, groups, learning);
    }

    /** These settings with another queue. */
    public FrontEndSettings withAdmission(AdmissionSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, settings, relay, health, mechanism, groups, learning);
    }

    /** These settings with another way of passing on. */
    public FrontEndSettings withRelay(RelaySettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, settings, health, mechanism, groups, learning);
    }

    /** These settings with another notion of health. */
    public FrontEndSettings withHealth(HealthSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, settings, mechanism, groups, learning);
    }

    /** These settings with another way to back-ends. */
    public FrontEndSettings withMechanism(ForwardingSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, health, settings, groups, learning);
    }

    /** These settings, finding out something else. */
    public FrontEndSettings withLearning(LearningSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, health, mechanism, groups, settings);
    }

    /** These settings with other groups. */
    public FrontEndSettings withGroups(BackendPoolSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, health, mechanism, settings, learning);
    }

    /** These settings with other patience for failures. */
    public FrontEndSettings withProbation(ProbationSettings settings) {
        return withHealth(new HealthSettings(settings, health.checks(), health.shares(), health.slowStart()));
    }

    /** These settings with other checks. */
    public FrontEndSettings withChecks(Checking checks) {
        return withHealth(new HealthSettings(health.probation(), checks, health.shares(), health.slowStart()));
    }

    /** These settings with other shares of back-ends that may be unwell. */
    public FrontEndSettings withShares(Shares shares) {
        return withHealth(new HealthSettings(health.probation(), health.checks(), shares, health.slowStart()));
    }

    /** These settings with another time for those that come. */
    public FrontEndSettings withSlowStart(Duration time) {
        return withHealth(new HealthSettings(health.probation(), health.checks(), health.shares(), time));
    }
}
