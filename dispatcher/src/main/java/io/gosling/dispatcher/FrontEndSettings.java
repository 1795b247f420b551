package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.netty.HttpLimits;
import io.gosling.netty.PoolLimits;

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
 * @param probation when a back-end that fails is left alone, and for how long
 */
public record FrontEndSettings(
        HttpLimits http,
        PoolLimits pool,
        String policy,
        TargetRule target,
        PolicySettings tuning,
        AdmissionSettings admission,
        RelaySettings relay,
        ProbationSettings probation) {

    public FrontEndSettings {
        Policies.named(policy);
    }

    /** LARD/R with the paper's thresholds and every other default. */
    public static FrontEndSettings defaults() {
        return new FrontEndSettings(
                HttpLimits.defaults(),
                PoolLimits.defaults(),
                "lard-r",
                TargetRule.URL,
                new PolicySettings(LardSettings.DEFAULT),
                AdmissionSettings.defaults(),
                RelaySettings.defaults(),
                ProbationSettings.defaults());
    }

    /** These settings with another policy. */
    public FrontEndSettings withPolicy(String name) {
        return new FrontEndSettings(http, pool, name, target, tuning, admission, relay, probation);
    }

    /** These settings with other bounds of clients' connections. */
    public FrontEndSettings withHttp(HttpLimits limits) {
        return new FrontEndSettings(limits, pool, policy, target, tuning, admission, relay, probation);
    }

    /** These settings with other bounds of back-ends' connections. */
    public FrontEndSettings withPool(PoolLimits limits) {
        return new FrontEndSettings(http, limits, policy, target, tuning, admission, relay, probation);
    }

    /** These settings with other thresholds. */
    public FrontEndSettings withLard(LardSettings thresholds) {
        PolicySettings other = new PolicySettings(thresholds, tuning.bound(), tuning.missCost(), tuning.nodeBytes());
        return new FrontEndSettings(http, pool, policy, target, other, admission, relay, probation);
    }

    /** These settings with another notion of what a target is. */
    public FrontEndSettings withTarget(TargetRule rule) {
        return new FrontEndSettings(http, pool, policy, rule, tuning, admission, relay, probation);
    }

    /** These settings with another queue. */
    public FrontEndSettings withAdmission(AdmissionSettings settings) {
        return new FrontEndSettings(http, pool, policy, target, tuning, settings, relay, probation);
    }

    /** These settings with another way of passing on. */
    public FrontEndSettings withRelay(RelaySettings settings) {
        return new FrontEndSettings(http, pool, policy, target, tuning, admission, settings, probation);
    }

    /** These settings with other patience for failures. */
    public FrontEndSettings withProbation(ProbationSettings settings) {
        return new FrontEndSettings(http, pool, policy, target, tuning, admission, relay, settings);
    }
}
