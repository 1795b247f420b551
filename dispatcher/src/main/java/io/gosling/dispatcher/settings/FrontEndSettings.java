package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ProxyProtocolVersion;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.routes.RouteSectionReader;
import io.gosling.routes.RouteSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.gosling.site.rules.HeaderRuleFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a front-end: listening, choice of back-ends, and relaying. Immutable. Single values are read with
 * {@link #get}, which allocates nothing; the groups are views of the same values, made when they are asked for.
 *
 * @param tls of the cluster with nodes on other hosts to which connections are handed off; null if there are none
 */
public record FrontEndSettings(
        SettingValues values, @Nullable ClusterTls tls) implements SettingGroup<FrontEndSettings> {
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

    public static final Setting<BackendPoolRules> RULES = DECLARED.optional(
            "rule",
            SettingType.list(
                            "RULE",
                            "rules such as path:/images/=LABEL, host:img.example.org=LABEL,"
                                    + " host:*.example.org/thumbs=LABEL or header:X-Tenant:gold=LABEL, at most "
                                    + BackendPoolRules.MOST_RULES + " of at most " + BackendPoolRules.MOST_LABELS
                                    + " labels",
                            BackendPoolRules.Rule::parse)
                    .as(BackendPoolRules::new),
            "Confines requests to the back-ends with a label, by host, by path and all below it, or by the value of a"
                    + " header; the first rule that fits counts, and requests that fit none go to any back-end. The"
                    + " policy runs within those. Repeatable.");

    public static final Setting<List<SettingValues>> ROUTES = DECLARED.optional(
            "routes",
            RouteSettings.OF_FRONT_ENDS,
            "Paths, each with actions: headers of responses, and of requests to back-ends. With forwarding proxy"
                    + " only.");

    public static final Setting<Boolean> RULES_ELSEWHERE = DECLARED.setting(
            "rules-without-node",
            SettingType.choice(List.of("refuse", "all"), "all"::equals),
            "refuse",
            "Treatment of requests that a rule confines to a label while no back-end with it takes requests: they"
                    + " wait for one or are answered 503 (refuse), or go to any (all).");

    /** Settings that may change while the front-end runs. */
    public static final List<Setting<?>> LIVE = SettingDeclarations.inOrder(List.of(
            HttpLimits.ALL,
            List.of(POLICY, TARGET, RULES, RULES_ELSEWHERE),
            PolicySettings.ALL.stream()
                    .filter(one -> !one.equals(PolicySettings.TARGETS)) // tables keep their size
                    .toList(),
            AdmissionSettings.ALL,
            HealthSettings.ALL,
            HealthCheckSettings.ALL,
            RelaySettings.LIVE,
            List.of(ROUTES)));

    /** @throws IllegalArgumentException for values that are each within bounds and do not go together */
    public FrontEndSettings {
        PolicySettings.requireOrder(values);
        HealthSettings.requireOrder(values);
        ForwardingMode way = new ForwardingSettings(values).get(ForwardingSettings.FORWARDING);
        BackendPoolRules rules = values.find(RULES).orElse(BackendPoolRules.NONE);
        way.sees().require(way.label(), PolicyName.named(values.get(POLICY)), rules);
        if (values.isGiven(ROUTES) && !way.seesAnswers()) {
            throw new IllegalArgumentException("routes: given with forwarding " + way.label()
                    + ", by which nodes answer clients past the front-end; expected forwarding proxy, or no routes");
        }
        RouteSectionReader.routes(values.find(ROUTES).orElse(List.of()));
        ProxyProtocolVersion introduction = values.get(RelaySettings.PROXY_PROTOCOL);
        if (values.get(ForwardingSettings.H2C) && introduction != ProxyProtocolVersion.OFF) {
            throw new IllegalArgumentException("relay.protocol is h2c with relay.proxy-protocol " + introduction
                    + ", but a connection that many clients share can name none of them; expected relay.protocol"
                    + " http1, or relay.proxy-protocol off");
        }
    }

    /** Settings without handoff to nodes on other hosts. */
    public FrontEndSettings(SettingValues values) {
        this(values, null);
    }

    /** LARD/R with the paper's thresholds and every other default. */
    public static FrontEndSettings defaults() {
        return new FrontEndSettings(SettingValues.none());
    }

    @Override
    public FrontEndSettings of(SettingValues other) {
        return new FrontEndSettings(other, tls);
    }

    public BackendPoolRules rules() {
        return find(RULES).orElse(BackendPoolRules.NONE);
    }

    /** The header rules of the routes. */
    public HeaderRuleFilter headerRules() {
        return new HeaderRuleFilter(
                RouteSectionReader.routes(find(ROUTES).orElse(List.of())).headers());
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
