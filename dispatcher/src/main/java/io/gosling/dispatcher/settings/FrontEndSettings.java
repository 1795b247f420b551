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
 * All settings of a front-end: listening, choice of back-ends, and relaying.
 *
 * @param http bounds of clients' connections and requests
 * @param pool bounds of the connections to back-ends, for each event loop and back-end
 * @param policy one of {@link Policies#names}
 * @param target the routing key of policies
 * @param tuning parameters of the policies; LARD's thresholds also determine the admission limit of every policy
 * @param admission limits of the admitted and the waiting requests
 * @param relay timeouts, trust and headers of relayed messages
 * @param health health checks, outlier detection and slow start
 * @param mechanism the forwarding mode
 * @param groups rules that confine requests to back-end pools
 * @param learning learning of thresholds and weights
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
        if (mechanism.streams() > 0 && relay.get(RelaySettings.PROXY_PROTOCOL) != ProxyProtocol.OFF) {
            throw new IllegalArgumentException(
                    "relay.protocol is h2c with relay.proxy-protocol " + relay.get(RelaySettings.PROXY_PROTOCOL)
                            + ", but a connection that many clients share can name none of them; expected relay.protocol"
                            + " http1, or relay.proxy-protocol off");
        }
        if (learning.get(LearningSettings.DIFFERENCE).isPositive()
                && !groups.rules().labels().isEmpty()) {
            throw new IllegalArgumentException("max-delay-difference is "
                    + learning.get(LearningSettings.DIFFERENCE).toMillis()
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
                PolicySettings.defaults(),
                AdmissionSettings.defaults(),
                RelaySettings.defaults(),
                HealthSettings.defaults(),
                ForwardingSettings.defaults(),
                BackendPoolSettings.none(),
                LearningSettings.defaults());
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
                new PolicySettings(thresholds.values().over(tuning.values())),
                admission,
                relay,
                health,
                mechanism,
                groups,
                learning);
    }

    /** These settings with another routing key. */
    public FrontEndSettings withTarget(RoutingKeyRule rule) {
        return new FrontEndSettings(
                http, pool, policy, rule, tuning, admission, relay, health, mechanism, groups, learning);
    }

    /** These settings with another admission limit and queue. */
    public FrontEndSettings withAdmission(AdmissionSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, settings, relay, health, mechanism, groups, learning);
    }

    /** These settings with another relay. */
    public FrontEndSettings withRelay(RelaySettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, settings, health, mechanism, groups, learning);
    }

    /** These settings with another health. */
    public FrontEndSettings withHealth(HealthSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, settings, mechanism, groups, learning);
    }

    /** These settings with another forwarding mode. */
    public FrontEndSettings withMechanism(ForwardingSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, health, settings, groups, learning);
    }

    /** These settings with other learning. */
    public FrontEndSettings withLearning(LearningSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, health, mechanism, groups, settings);
    }

    /** These settings with other back-end pools. */
    public FrontEndSettings withGroups(BackendPoolSettings settings) {
        return new FrontEndSettings(
                http, pool, policy, target, tuning, admission, relay, health, mechanism, settings, learning);
    }

    /** These settings with another outlier detection. */
    public FrontEndSettings withProbation(ProbationSettings settings) {
        return withHealth(new HealthSettings(settings.values().over(health.values()), health.onlyIdle()));
    }

    /** These settings with other health checks. */
    public FrontEndSettings withChecks(Checking checks) {
        return withHealth(new HealthSettings(checks.values().over(health.values()), checks.onlyIdle()));
    }

    /** These settings with other bounds of the share of unhealthy back-ends. */
    public FrontEndSettings withShares(Shares shares) {
        return withHealth(new HealthSettings(shares.values().over(health.values()), health.onlyIdle()));
    }

    /** These settings with another slow-start time. */
    public FrontEndSettings withSlowStart(Duration time) {
        return withHealth(health.with(HealthSettings.SLOW_START, time));
    }
}
