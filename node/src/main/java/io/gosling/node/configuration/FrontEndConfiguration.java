package io.gosling.node.configuration;

import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.GroupRules;
import io.gosling.dispatcher.settings.GroupSettings;
import io.gosling.dispatcher.settings.HedgeSettings;
import io.gosling.dispatcher.settings.LearningSettings;
import io.gosling.dispatcher.settings.Mechanism;
import io.gosling.dispatcher.settings.MechanismSettings;
import io.gosling.dispatcher.settings.Persistence;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.handoff.HandoffTerms;
import io.gosling.dispatcher.handoff.RemoteTerms;
import io.gosling.dispatcher.health.Checking;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.health.ProbationSettings;
import io.gosling.dispatcher.health.Shares;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.listen.ProxyProtocol;
import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.FrontEndSettings;
import io.gosling.node.settings.HandoffSettings;
import io.gosling.node.settings.LimitSettings;
import io.gosling.node.settings.Setting;
import io.gosling.node.settings.TimeSpan;
import io.gosling.node.settings.Values;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns the values of a front-end's settings into what the dispatcher takes. Pure. */
public final class FrontEndConfiguration {
    private FrontEndConfiguration() {}

    /**
     * The dispatcher's settings.
     *
     * @throws BadConfiguration when values that are each within bounds do not go together
     */
    public static io.gosling.dispatcher.settings.FrontEndSettings of(Values values) throws BadConfiguration {
        PacketConfiguration.requireNone(values);
        requireOneSource(values);
        requireAnswersToLearnFrom(values);
        requireConnectionsThatGo(values);
        try {
            return new io.gosling.dispatcher.settings.FrontEndSettings(
                    LimitSettings.of(values),
                    new PoolLimits(
                            values.get(FrontEndSettings.POOL_CONNECTIONS),
                            values.get(FrontEndSettings.POOL_WAITING),
                            values.get(FrontEndSettings.POOL_IDLE),
                            values.get(FrontEndSettings.POOL_CONNECT)),
                    values.get(FrontEndSettings.POLICY),
                    values.get(FrontEndSettings.TARGET),
                    new PolicySettings(
                            lard(values),
                            values.get(FrontEndSettings.BOUND) / 100.0,
                            values.get(FrontEndSettings.MISS_COST),
                            values.get(FrontEndSettings.NODE_MEMORY)),
                    new AdmissionSettings(
                            values.get(FrontEndSettings.ADMISSION),
                            values.get(FrontEndSettings.QUEUE_LENGTH),
                            values.get(FrontEndSettings.QUEUE_TIMEOUT),
                            values.get(FrontEndSettings.DATA_RATE)),
                    relay(values),
                    health(values),
                    new MechanismSettings(
                            Mechanism.named(values.get(FrontEndSettings.MECHANISM)),
                            values.get(FrontEndSettings.REDIRECT_LOAD),
                            values.get(FrontEndSettings.PROTOCOL).equals("h2c")
                                    ? values.get(FrontEndSettings.STREAMS)
                                    : 0,
                            handoff(values),
                            remote(values)),
                    new GroupSettings(
                            GroupRules.of(values.find(FrontEndSettings.RULES).orElse(List.of())),
                            values.get(FrontEndSettings.RULES_ELSEWHERE).equals("all")),
                    new LearningSettings(
                            values.get(FrontEndSettings.WEIGHTS).equals("learnt"),
                            values.get(FrontEndSettings.DELAY_DIFFERENCE)));
        } catch (IllegalArgumentException e) {
            throw new BadConfiguration(List.of(String.valueOf(e.getMessage())));
        }
    }

    /** What has no effect is refused: whoever wrote it thinks that there is some. */
    private static void requireConnectionsThatGo(Values values) throws BadConfiguration {
        String mechanism = values.get(FrontEndSettings.MECHANISM);
        boolean far = Mechanism.named(mechanism) == Mechanism.HANDOFF;
        boolean go = far || Mechanism.named(mechanism) == Mechanism.HANDOFF_LOCAL;
        if (far && !values.get(HandoffSettings.EXPERIMENTAL)) {
            throw new BadConfiguration(
                    List.of(
                            "mechanism: value \"handoff\", which is experimental: it was tried between namespaces of one machine"
                                    + " and not between machines; expected handoff.experimental on beside it, or mechanism proxy"));
        }
        if (values.isGiven(HandoffSettings.EXPERIMENTAL) && !far) {
            throw new BadConfiguration(List.of("handoff.experimental: given with mechanism " + mechanism
                    + ", which is none that is experimental; expected mechanism handoff, or no handoff.experimental"));
        }
        if (far && comeBack(values)) {
            throw new BadConfiguration(List.of(
                    "persistent: multiple with mechanism handoff, by which connections stay with their nodes; expected"
                            + " forward or single, or mechanism handoff-local"));
        }
        if (values.isGiven(HandoffSettings.PERSISTENT) && !go) {
            throw new BadConfiguration(List.of("persistent: given with mechanism " + mechanism
                    + ", by which connections stay with the front-end; expected mechanism handoff-local or"
                    + " handoff, or no persistent"));
        }
        if (values.isGiven(HandoffSettings.MOVE_FROM) && !comeBack(values)) {
            throw new BadConfiguration(List.of("handoff.move-from: given with persistent "
                    + values.get(HandoffSettings.PERSISTENT)
                    + ", by which connections stay with their nodes; expected persistent multiple, or no move-from"));
        }
    }

    /** Whether nodes bring connections back. */
    public static boolean comeBack(Values values) {
        return Persistence.named(values.get(HandoffSettings.PERSISTENT)) == Persistence.MULTIPLE;
    }

    private static @Nullable HandoffTerms handoff(Values values) {
        return values.find(HandoffSettings.DIRECTORY)
                .map(directory -> new HandoffTerms(
                        directory,
                        values.get(HandoffSettings.TIMEOUT),
                        comeBack(values) ? values.get(HandoffSettings.MOVE_FROM) : HandoffTerms.NEVER))
                .orElse(null);
    }

    /** How connections go to other hosts, for now without the secret. */
    private static @Nullable RemoteTerms remote(Values values) {
        return values.find(HandoffSettings.PORT)
                .map(port -> new RemoteTerms(port, "", values.get(HandoffSettings.TIMEOUT)))
                .orElse(null);
    }

    /** A flag and a key in a file may come from different hands: neither silently wins. */
    private static void requireOneSource(Values values) throws BadConfiguration {
        if (values.isGiven(FrontEndSettings.BACKENDS) && values.isGiven(FrontEndSettings.JOIN)) {
            throw new BadConfiguration(List.of("both --backend (" + listed(values, FrontEndSettings.BACKENDS)
                    + ") and --join (" + listed(values, FrontEndSettings.JOIN)
                    + ") are given; expected one of them: fixed back-ends, or a cluster to find them in"));
        }
    }

    /** Who sends clients elsewhere sees no answer. */
    private static void requireAnswersToLearnFrom(Values values) throws BadConfiguration {
        Duration difference = values.get(FrontEndSettings.DELAY_DIFFERENCE);
        boolean learns = values.get(FrontEndSettings.WEIGHTS).equals("learnt") || difference.isPositive();
        String mechanism = values.get(FrontEndSettings.MECHANISM);
        if (learns && !Mechanism.named(mechanism).seesAnswers()) {
            throw new BadConfiguration(List.of("weights (" + values.get(FrontEndSettings.WEIGHTS)
                    + ") and max-delay-difference (" + TimeSpan.format(difference)
                    + ") with mechanism " + mechanism + ", by which answers are not seen; expected weights given and"
                    + " max-delay-difference 0s, or mechanism proxy"));
        }
    }

    private static String listed(Values values, Setting<? extends List<?>> setting) {
        return values.get(setting).stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static LardSettings lard(Values values) {
        return new LardSettings(
                values.get(FrontEndSettings.T_LOW),
                values.get(FrontEndSettings.T_HIGH),
                values.get(FrontEndSettings.K),
                values.get(FrontEndSettings.TARGETS));
    }

    private static RelaySettings relay(Values values) {
        return new RelaySettings(
                values.get(FrontEndSettings.RESPONSE_HEADER),
                values.get(FrontEndSettings.RESPONSE_TRY),
                values.get(FrontEndSettings.REPETITIONS),
                values.get(FrontEndSettings.RESPONSE_IDLE),
                values.get(FrontEndSettings.FORWARDED).equals("append")
                        ? RelaySettings.Forwarding.APPEND
                        : RelaySettings.Forwarding.REPLACE,
                values.get(FrontEndSettings.VIA),
                values.get(FrontEndSettings.DEBUG_BACKEND),
                tunnels(values),
                ProxyProtocol.valueOf(
                        values.get(FrontEndSettings.PROXY_PROTOCOL).toUpperCase(Locale.ROOT)),
                hedging(values));
    }

    private static HedgeSettings hedging(Values values) {
        int percent = values.get(FrontEndSettings.HEDGE_PERCENT);
        return switch (values.get(FrontEndSettings.HEDGE_AFTER)) {
            case "off" -> HedgeSettings.none();
            case "p95" -> new HedgeSettings(HedgeSettings.When.P95, Duration.ofSeconds(1), percent);
            case String time -> new HedgeSettings(HedgeSettings.When.AFTER, TimeSpan.parse(time), percent);
        };
    }

    private static TunnelSettings tunnels(Values values) {
        List<String> named = values.get(FrontEndSettings.TUNNEL_PROTOCOLS);
        return new TunnelSettings(
                named.equals(List.of("none")) ? Set.of() : Set.copyOf(named),
                values.get(FrontEndSettings.TUNNEL_IDLE),
                values.get(FrontEndSettings.TUNNEL_COUNTED),
                values.get(FrontEndSettings.TUNNEL_MOST),
                values.get(FrontEndSettings.TUNNEL_MOST_EACH));
    }

    private static HealthSettings health(Values values) {
        Checking.Means means =
                Checking.Means.valueOf(values.get(FrontEndSettings.CHECK_BY).toUpperCase(Locale.ROOT));
        // A path may say more of a server than that it answers; nodes of a cluster say so themselves.
        boolean onlyIdle = means != Checking.Means.HTTP || !values.isGiven(FrontEndSettings.BACKENDS);
        return new HealthSettings(
                new ProbationSettings(
                        values.get(FrontEndSettings.PROBATION_FAILURES),
                        values.get(FrontEndSettings.PROBATION_FIRST),
                        values.get(FrontEndSettings.PROBATION_LONGEST)),
                new Checking(
                        means,
                        values.get(FrontEndSettings.CHECK_PATH),
                        values.find(FrontEndSettings.CHECK_HOST).orElse(""),
                        values.get(FrontEndSettings.CHECK_INTERVAL),
                        values.get(FrontEndSettings.CHECK_TIMEOUT),
                        values.get(FrontEndSettings.CHECK_RISE),
                        values.get(FrontEndSettings.CHECK_FALL),
                        onlyIdle),
                new Shares(values.get(FrontEndSettings.PROBATION_MOST), values.get(FrontEndSettings.PANIC)),
                values.get(FrontEndSettings.SLOW_START));
    }
}
