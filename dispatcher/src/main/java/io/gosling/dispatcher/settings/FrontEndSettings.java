package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.health.Checking;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.health.ProbationSettings;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ProxyProtocol;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;

/**
 * All settings of a front-end: listening, choice of back-ends, and relaying. Immutable. Single values are read with
 * {@link #get}, which allocates nothing; the groups are views of the same values, made when they are asked for.
 *
 * @param onlyIdle true if active checks spare back-ends that have answered a request within the interval
 * @param pool bounds of the connections to back-ends, for each event loop and back-end
 * @param mechanism the forwarding mode
 * @param groups rules that confine requests to back-end pools
 */
public record FrontEndSettings(
        Values values, boolean onlyIdle, PoolLimits pool, ForwardingSettings mechanism, BackendPoolSettings groups)
        implements SettingGroup<FrontEndSettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<String> POLICY = DECLARED.setting(
            "policy",
            Kind.choice(Policies.names()),
            "lard-r",
            "Rule by which a back-end is chosen: by target and load with replication (lard-r) or without (lard), with a"
                    + " bound (lard-b, chbl) or by price (ext-lard); by target alone (lb, rendezvous, maglev, lb-gc);"
                    + " by load (wrr, wrr-gms), by load and latency (p2c), or in turn (rr).");

    public static final Setting<RoutingKeyRule> TARGET = DECLARED.setting(
            "target",
            Kind.of(
                    "RULE",
                    "url, path, host+path, header:NAME, cookie:NAME, or body:BYTES with 1 to 4096",
                    RoutingKeyRule::parse),
            "url",
            "Part of a request by which it is routed, so that equal requests reach the same back-end: url"
                    + " (path and query), path, host+path, header:NAME, cookie:NAME, or body:BYTES, the"
                    + " beginning of the body; those without the header, cookie or body go by url.");

    /** @throws IllegalArgumentException for values that are each within bounds and do not go together */
    public FrontEndSettings {
        LardSettings.requireOrder(values);
        ProbationSettings.requireOrder(values);
        ForwardingMode way = mechanism.mechanism();
        way.sees().require(way.label(), Policies.named(values.get(POLICY)), groups.rules());
        ProxyProtocol introduction = values.get(RelaySettings.PROXY_PROTOCOL);
        if (mechanism.streams() > 0 && introduction != ProxyProtocol.OFF) {
            throw new IllegalArgumentException("relay.protocol is h2c with relay.proxy-protocol " + introduction
                    + ", but a connection that many clients share can name none of them; expected relay.protocol"
                    + " http1, or relay.proxy-protocol off");
        }
        if (values.get(LearningSettings.DIFFERENCE).isPositive()
                && !groups.rules().labels().isEmpty()) {
            throw new IllegalArgumentException("max-delay-difference is "
                    + values.get(LearningSettings.DIFFERENCE).toMillis()
                    + "ms with rules of " + groups.rules().labels()
                    + ", but marks are for all back-ends, and learnt from those that serve the same; expected"
                    + " max-delay-difference 0s with lard.t-low and lard.t-high, or no rules");
        }
    }

    /** LARD/R with the paper's thresholds and every other default. */
    public static FrontEndSettings defaults() {
        return new FrontEndSettings(
                Values.none(), true, PoolLimits.defaults(), ForwardingSettings.defaults(), BackendPoolSettings.none());
    }

    @Override
    public FrontEndSettings of(Values other) {
        return new FrontEndSettings(other, onlyIdle, pool, mechanism, groups);
    }

    /** The same settings with these checks of back-ends. */
    public FrontEndSettings with(Checking checks) {
        return new FrontEndSettings(checks.values().over(values), checks.onlyIdle(), pool, mechanism, groups);
    }

    /** These settings with other bounds of back-ends' connections. */
    public FrontEndSettings withPool(PoolLimits limits) {
        return new FrontEndSettings(values, onlyIdle, limits, mechanism, groups);
    }

    /** These settings with another forwarding mode. */
    public FrontEndSettings withMechanism(ForwardingSettings settings) {
        return new FrontEndSettings(values, onlyIdle, pool, settings, groups);
    }

    /** These settings with other back-end pools. */
    public FrontEndSettings withGroups(BackendPoolSettings settings) {
        return new FrontEndSettings(values, onlyIdle, pool, mechanism, settings);
    }

    /** Bounds of clients' connections and requests. */
    public HttpLimits http() {
        return new HttpLimits(values);
    }

    /** Parameters of the policies; LARD's thresholds also determine the admission limit of every policy. */
    public PolicySettings tuning() {
        return new PolicySettings(values);
    }

    /** Limits of the admitted and the waiting requests. */
    public AdmissionSettings admission() {
        return new AdmissionSettings(values);
    }

    /** Timeouts, trust and headers of relayed messages. */
    public RelaySettings relay() {
        return new RelaySettings(values);
    }

    /** Health checks, outlier detection and slow start. */
    public HealthSettings health() {
        return new HealthSettings(values, onlyIdle);
    }
}
