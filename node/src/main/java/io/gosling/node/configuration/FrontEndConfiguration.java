package io.gosling.node.configuration;

import io.gosling.dispatcher.handoff.LocalHandoffSettings;
import io.gosling.dispatcher.handoff.RemoteHandoffSettings;
import io.gosling.dispatcher.health.Checking;
import io.gosling.dispatcher.settings.BackendPoolRules;
import io.gosling.dispatcher.settings.BackendPoolSettings;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.KeepAliveMode;
import io.gosling.dispatcher.settings.LearningSettings;
import io.gosling.netty.client.PoolLimits;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.HandoffSettings;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Setting;
import io.gosling.settings.TimeSpan;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts the values of a front-end's settings to the dispatcher's settings. Pure. */
public final class FrontEndConfiguration {
    private FrontEndConfiguration() {}

    /**
     * The dispatcher's settings.
     *
     * @throws BadConfiguration when values that are each within bounds do not go together
     */
    public static FrontEndSettings of(Values values) throws BadConfiguration {
        PacketConfiguration.requireNone(values);
        requireOneSource(values);
        requireAnswersToLearnFrom(values);
        requireConnectionsThatGo(values);
        try {
            return new FrontEndSettings(
                    values,
                    checksOnlyIdle(values),
                    new PoolLimits(
                            values.get(DispatchSettings.POOL_CONNECTIONS),
                            values.get(DispatchSettings.POOL_WAITING),
                            values.get(DispatchSettings.POOL_IDLE),
                            values.get(DispatchSettings.POOL_CONNECT)),
                    new ForwardingSettings(
                            ForwardingMode.named(values.get(DispatchSettings.MECHANISM)),
                            values.get(DispatchSettings.REDIRECT_LOAD),
                            values.get(DispatchSettings.PROTOCOL).equals("h2c")
                                    ? values.get(DispatchSettings.STREAMS)
                                    : 0,
                            handoff(values),
                            remote(values)),
                    new BackendPoolSettings(
                            BackendPoolRules.of(
                                    values.find(DispatchSettings.RULES).orElse(List.of())),
                            values.get(DispatchSettings.RULES_ELSEWHERE).equals("all")));
        } catch (IllegalArgumentException e) {
            throw new BadConfiguration(List.of(String.valueOf(e.getMessage())));
        }
    }

    /** Refuses settings of connection handoff where they have no effect, since their author expects one. */
    private static void requireConnectionsThatGo(Values values) throws BadConfiguration {
        String mechanism = values.get(DispatchSettings.MECHANISM);
        boolean far = ForwardingMode.named(mechanism) == ForwardingMode.HANDOFF;
        boolean go = far || ForwardingMode.named(mechanism) == ForwardingMode.HANDOFF_LOCAL;
        if (far && !values.get(HandoffSettings.EXPERIMENTAL)) {
            throw new BadConfiguration(
                    List.of("mechanism: value \"handoff\", which is experimental: it was tried between namespaces of"
                            + " one machine and not between machines; expected handoff.experimental on beside"
                            + " it, or mechanism proxy"));
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

    /** Returns true if nodes return connections. */
    public static boolean comeBack(Values values) {
        return KeepAliveMode.named(values.get(HandoffSettings.PERSISTENT)) == KeepAliveMode.MULTIPLE;
    }

    private static @Nullable LocalHandoffSettings handoff(Values values) {
        return values.find(HandoffSettings.DIRECTORY)
                .map(directory -> new LocalHandoffSettings(
                        directory,
                        values.get(HandoffSettings.TIMEOUT),
                        comeBack(values) ? values.get(HandoffSettings.MOVE_FROM) : LocalHandoffSettings.NEVER))
                .orElse(null);
    }

    /** The settings of handoff to other hosts, without the secret at this stage. */
    private static @Nullable RemoteHandoffSettings remote(Values values) {
        return values.find(HandoffSettings.PORT)
                .map(port -> new RemoteHandoffSettings(port, "", values.get(HandoffSettings.TIMEOUT)))
                .orElse(null);
    }

    /**
     * Refuses back-ends from two sources: a flag and a key in a file may come from different people, so neither
     * silently wins.
     */
    private static void requireOneSource(Values values) throws BadConfiguration {
        if (values.isGiven(DispatchSettings.BACKENDS) && values.isGiven(DispatchSettings.JOIN)) {
            throw new BadConfiguration(List.of("both --backend (" + listed(values, DispatchSettings.BACKENDS)
                    + ") and --join (" + listed(values, DispatchSettings.JOIN)
                    + ") are given; expected one of them: fixed back-ends, or a cluster to find them in"));
        }
    }

    /** Refuses settings that rely on responses where clients are redirected, since the front-end sees none then. */
    private static void requireAnswersToLearnFrom(Values values) throws BadConfiguration {
        Duration difference = values.get(LearningSettings.DIFFERENCE);
        boolean learns = values.get(LearningSettings.WEIGHTS) || difference.isPositive();
        String mechanism = values.get(DispatchSettings.MECHANISM);
        if (learns && !ForwardingMode.named(mechanism).seesAnswers()) {
            throw new BadConfiguration(List.of("weights (" + (values.get(LearningSettings.WEIGHTS) ? "learnt" : "given")
                    + ") and max-delay-difference (" + TimeSpan.format(difference)
                    + ") with mechanism " + mechanism + ", by which answers are not seen; expected weights given and"
                    + " max-delay-difference 0s, or mechanism proxy"));
        }
    }

    private static String listed(Values values, Setting<? extends List<?>> setting) {
        return values.get(setting).stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    /** Returns true if checks spare back-ends that answer requests. */
    private static boolean checksOnlyIdle(Values values) {
        // A path may tell more about a server than that it answers; nodes of a cluster report this themselves.
        return values.get(Checking.BY) != Checking.Means.HTTP || !values.isGiven(DispatchSettings.BACKENDS);
    }
}
