package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.netty.HttpLimits;
import io.gosling.netty.PoolLimits;

/**
 * How a front-end listens, chooses and relays.
 *
 * @param http bounds of clients' connections and requests
 * @param pool bounds of the connections to back-ends, for each event loop and back-end
 * @param policy one of {@link DistributionPolicy#names}
 * @param lard thresholds and table of LARD; the thresholds also give the admission limit of every policy
 * @param admission how many requests are in the cluster at a time, and how others wait
 * @param relay time-outs, trust and fields of what is passed on
 * @param probation when a back-end that fails is left alone, and for how long
 */
public record FrontEndSettings(
        HttpLimits http,
        PoolLimits pool,
        String policy,
        LardSettings lard,
        AdmissionSettings admission,
        RelaySettings relay,
        ProbationSettings probation) {

    public FrontEndSettings {
        if (!DistributionPolicy.names().contains(policy)) {
            throw new IllegalArgumentException("policy \"" + policy + "\" is not known; choose one of "
                    + String.join(", ", DistributionPolicy.names()));
        }
    }

    /** LARD/R with the paper's thresholds and every other default. */
    public static FrontEndSettings defaults() {
        return new FrontEndSettings(
                HttpLimits.defaults(),
                PoolLimits.defaults(),
                "lard-r",
                LardSettings.DEFAULT,
                AdmissionSettings.defaults(),
                RelaySettings.defaults(),
                ProbationSettings.defaults());
    }

    /** These settings with another policy. */
    public FrontEndSettings withPolicy(String name) {
        return new FrontEndSettings(http, pool, name, lard, admission, relay, probation);
    }

    /** These settings with other bounds of clients' connections. */
    public FrontEndSettings withHttp(HttpLimits limits) {
        return new FrontEndSettings(limits, pool, policy, lard, admission, relay, probation);
    }

    /** These settings with other bounds of back-ends' connections. */
    public FrontEndSettings withPool(PoolLimits limits) {
        return new FrontEndSettings(http, limits, policy, lard, admission, relay, probation);
    }

    /** These settings with other thresholds. */
    public FrontEndSettings withLard(LardSettings thresholds) {
        return new FrontEndSettings(http, pool, policy, thresholds, admission, relay, probation);
    }

    /** These settings with another queue. */
    public FrontEndSettings withAdmission(AdmissionSettings settings) {
        return new FrontEndSettings(http, pool, policy, lard, settings, relay, probation);
    }

    /** These settings with another way of passing on. */
    public FrontEndSettings withRelay(RelaySettings settings) {
        return new FrontEndSettings(http, pool, policy, lard, admission, settings, probation);
    }

    /** These settings with other patience for failures. */
    public FrontEndSettings withProbation(ProbationSettings settings) {
        return new FrontEndSettings(http, pool, policy, lard, admission, relay, settings);
    }
}
