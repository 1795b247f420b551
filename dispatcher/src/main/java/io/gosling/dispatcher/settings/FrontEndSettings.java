package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.backend.BackendIds;
import io.gosling.dispatcher.backend.BackendTlsSettings;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.route.FrontEndRouteReader;
import io.gosling.dispatcher.route.FrontEndRouteSettings;
import io.gosling.dispatcher.route.FrontEndRoutes;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ProxyProtocolVersion;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a front-end: listening, choice of back-ends, and relaying. Immutable. Single values are read with
 * {@link #get}, which allocates nothing; the groups are views of the same values, made when they are asked for.
 *
 * @param tls of the cluster with nodes on other hosts to which connections are handed off; null if there are none
 * @param ids identifiers of back-ends for sticky sessions
 */
public record FrontEndSettings(
        SettingValues values, @Nullable ClusterTls tls, BackendIds ids) implements SettingGroup<FrontEndSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<String> POLICY = DECLARED.setting(
            "policy",
            SettingType.choice(PolicyName.names()),
            "lard-r",
            "Rule by which a back-end is chosen: by routing key and load with replication (lard-r) or without (lard),"
                    + " or by price (ext-lard); by routing key alone (lb, lb-gc) or with a bound (chbl); by load (wrr,"
                    + " wrr-gms), or in turn (rr). With forwarding lsmac or lsnat one of rr (their default), wrr, lb and"
                    + " chbl.");

    public static final Setting<RoutingKeyRule> TARGET = DECLARED.setting(
            "routing-key",
            SettingType.of("RULE", "url, path, host+path, header:NAME, or cookie:NAME", RoutingKeyRule::parse),
            "url",
            "Part of a request by which it is routed, so that equal requests reach the same back-end: url"
                    + " (path and query), path, host+path, header:NAME, or cookie:NAME; those"
                    + " without the header or cookie go by url.");

    public static final Setting<List<SettingValues>> ROUTES = DECLARED.optional(
            "routes",
            FrontEndRouteSettings.ROUTES,
            "Conditions on requests, each with actions: the pool of back-ends, headers of requests and responses, and"
                    + " timeouts.");

    public static final Setting<Boolean> EMPTY_POOL_GOES_ELSEWHERE = DECLARED.setting(
            "empty-pool",
            SettingType.choice(List.of("refuse", "all"), "all"::equals),
            "refuse",
            "Treatment of requests whose route names a pool of which no back-end takes requests: they wait for one or"
                    + " are answered 503 (refuse), or go to any (all).");

    /** Settings that may change while the front-end runs. */
    public static final List<Setting<?>> LIVE = SettingDeclarations.inOrder(List.of(
            HttpLimits.ALL,
            List.of(POLICY, TARGET, ROUTES, EMPTY_POOL_GOES_ELSEWHERE),
            PolicySettings.ALL.stream()
                    .filter(one -> !one.equals(PolicySettings.TARGETS)) // tables keep their size
                    .toList(),
            AdmissionSettings.ALL,
            HealthSettings.ALL,
            HealthCheckSettings.ALL,
            RelaySettings.LIVE));

    /** @throws IllegalArgumentException for values that are each within bounds and do not go together */
    public FrontEndSettings {
        PolicySettings.requireOrder(values);
        HealthSettings.requireOrder(values);
        ForwardingMode way = new ForwardingSettings(values).get(ForwardingSettings.FORWARDING);
        FrontEndRoutes routes = routes(values);
        if (!routes.isEmpty() && !way.seesAnswers() && (way != ForwardingMode.REDIRECT || routes.changeHeaders())) {
            throw new IllegalArgumentException("routes: given with forwarding " + way.label()
                    + ", by which nodes answer clients past the front-end; expected forwarding proxy, or no routes");
        }
        ProxyProtocolVersion introduction = values.get(RelaySettings.PROXY_PROTOCOL);
        new BackendTlsSettings(values);
        if (values.get(BackendTlsSettings.ON) && !(way.seesAnswers() && introduction == ProxyProtocolVersion.OFF)) {
            throw new IllegalArgumentException("relay.tls: value \"on\" with forwarding " + way.label()
                    + " and relay.proxy-protocol " + SettingType.word(introduction)
                    + "; expected forwarding proxy and relay.proxy-protocol off");
        }
        if (values.get(ForwardingSettings.H2C) && introduction != ProxyProtocolVersion.OFF) {
            throw new IllegalArgumentException("relay.protocol is h2c with relay.proxy-protocol " + introduction
                    + ", but a connection that many clients share can name none of them; expected relay.protocol"
                    + " http1, or relay.proxy-protocol off");
        }
    }

    /** Settings without handoff to nodes on other hosts, and with sessions that are sticky until the process ends. */
    public FrontEndSettings(SettingValues values) {
        this(values, null, BackendIds.OF_PROCESS);
    }

    /** LARD/R with the paper's thresholds and every other default. */
    public static FrontEndSettings defaults() {
        return new FrontEndSettings(SettingValues.none());
    }

    @Override
    public FrontEndSettings of(SettingValues other) {
        return new FrontEndSettings(other, tls, ids);
    }

    private static FrontEndRoutes routes(SettingValues values) {
        return FrontEndRouteReader.routes(values.find(ROUTES).orElse(List.of()));
    }

    public FrontEndRoutes routes() {
        return routes(values);
    }

    public ForwardingSettings forwarding() {
        return new ForwardingSettings(values);
    }

    public HttpLimits http() {
        return new HttpLimits(values);
    }

    /** Parameters of the policies; LARD's thresholds also determine the admission limit of every policy. */
    public PolicySettings tuning() {
        return new PolicySettings(values);
    }

    public AdmissionSettings admission() {
        return new AdmissionSettings(values);
    }

    public RelaySettings relay() {
        return new RelaySettings(values);
    }

    public HealthSettings health() {
        return new HealthSettings(values);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
