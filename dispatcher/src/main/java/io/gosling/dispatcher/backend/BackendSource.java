package io.gosling.dispatcher.backend;

import io.gosling.netty.tls.ClusterTls;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The source of a front-end's back-ends: {@link ConfiguredBackends}, or a cluster's membership. */
@FunctionalInterface
public interface BackendSource {
    Setting<List<WeightedAddress>> FIXED = new SettingDeclarations()
            .optional(
                    "backend",
                    SettingType.list(
                            "HOST:PORT[=WEIGHT][+LABEL...]",
                            "addresses such as 10.0.0.7:8080, or with a weight from 0.01 to 100 behind them, or labels,"
                                    + " or both: 10.0.0.7:8080=2+images",
                            WeightedAddress::parse),
                    "HTTP servers to dispatch to, instead of the cluster's nodes: not beside --join. A server of"
                            + " weight 2 is taken to carry twice as much as one of 1, which all have that are given"
                            + " none; routes name labels. With lsmac or lsnat an address alone will do. Repeatable.");

    /**
     * Starts reporting the whole set of back-ends: once now, and again after every change.
     *
     * @param changed may be called from any thread, one call at a time; returns at once
     * @return closing it ends the reports
     */
    Watch watch(Consumer<List<Backend>> changed);

    /** Returns the TLS by which requests are relayed to these back-ends; null for plain text. */
    default @Nullable Supplier<ClusterTls> encryption() {
        return null;
    }

    @FunctionalInterface
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }
}
