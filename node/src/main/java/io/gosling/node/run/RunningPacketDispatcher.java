package io.gosling.node.run;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.common.JsonWriter;
import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.packet.DropReason;
import io.gosling.dispatcher.packet.PacketDispatcher;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.PacketStatus;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.document.Ticker;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.netty.transport.Transport;
import io.gosling.node.admin.AdminApiHandler;
import io.gosling.node.admin.ClusterMembers;
import io.gosling.node.admin.MetricsRegistry;
import io.gosling.node.admin.Readiness;
import io.gosling.node.configuration.PacketConfigurationConverter;
import io.gosling.node.process.AdminServerSetup;
import io.gosling.node.process.LoggingSetup;
import io.gosling.node.process.PortBinder;
import io.gosling.node.process.ProcessInfo;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.TransportSetup;
import io.gosling.node.reload.ConfigurationReloader;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An assembled and running packet dispatcher with its admin port. Started and ended by one thread. */
public final class RunningPacketDispatcher implements AutoCloseable {
    private final ResourceStack closing = new ResourceStack();
    private final Readiness readiness = new Readiness(() -> null);
    private final PacketSettings settings;
    private final PacketDispatcher dispatcher;
    private final ConfigurationReloader reload;
    private volatile String adminAddress = "-";

    private RunningPacketDispatcher(
            SettingValues values, PacketSettings settings, ConfigurationSource again, Runnable failed)
            throws BadConfigurationException {
        this.settings = settings;
        try {
            dispatcher = closing.add(prepare(settings, failed));
            Transport transport = closing.add(TransportSetup.open(values));
            MetricsRegistry metrics = closing.add(PacketMetrics.of(dispatcher));
            reload = new ConfigurationReloader(
                    DispatchSettings.ALL,
                    List.of(ReloadablePart.check(PacketConfigurationConverter::of), LoggingSetup.part()),
                    values,
                    again);
            AdminServerSetup admin = closing.add(new AdminServerSetup(
                    values,
                    RunningFrontEnd.addresses(values).admin(),
                    transport,
                    new AdminApiHandler(
                            readiness,
                            metrics::scrape,
                            this::report,
                            () -> AdminServerSetup.answer(reload),
                            RunningPacketDispatcher::noUrls,
                            RunningPacketDispatcher::noUrls,
                            null,
                            null),
                    0,
                    ClusterMembers.none(name())));
            adminAddress = PortBinder.text(admin.address());
            // The cluster address is announced last.
            dispatcher.begin();
        } catch (BadConfigurationException | RuntimeException | Error e) {
            closing.close();
            throw e;
        }
    }

    private static Response noUrls(Request request) {
        return Response.text("a packet dispatcher reads no requests\n").withStatus(404);
    }

    private static PacketDispatcher prepare(PacketSettings settings, Runnable failed) {
        try {
            return PacketDispatcher.prepare(settings, new SecureRandom().nextLong(), Ticker.system(), failed);
        } catch (IOException e) {
            throw new CommandFailureException(ExitCode.CONFIGURATION, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Starts a packet dispatcher.
     *
     * @param failed run if dispatching of packets fails
     */
    public static RunningPacketDispatcher start(SettingValues values, ConfigurationSource again, Runnable failed)
            throws BadConfigurationException {
        LoggingSetup.follow(values);
        RunningPacketDispatcher running =
                new RunningPacketDispatcher(values, PacketConfigurationConverter.of(values), again, failed);
        running.readiness.ready();
        return running;
    }

    private String name() {
        return settings.mode().name().toLowerCase(Locale.ROOT) + "-" + settings.cluster();
    }

    public int readyBackends() {
        return (int) dispatcher.status().backends().stream()
                .filter(PacketStatus.BackendStatus::here)
                .count();
    }

    public void reload() {
        reload.run();
    }

    public ReadyLine readyLine() {
        return ReadyLine.of(
                "vip", settings.cluster(),
                "interface", settings.device(),
                "admin", adminAddress,
                "backends", readyBackends());
    }

    private Map<String, @Nullable Object> report() {
        PacketStatus now = dispatcher.status();
        Map<String, @Nullable Object> dropped = new LinkedHashMap<>();
        for (DropReason why : DropReason.values()) {
            dropped.put(why.label(), now.dropped().getOrDefault(why, 0L));
        }
        return JsonWriter.object(
                "kind", "packet-dispatcher",
                "name", name(),
                "version", ProcessInfo.version(),
                "state", readiness.state(),
                "uptime_seconds", ProcessInfo.uptime(),
                "admin", adminAddress,
                "forwarding", settings.mode().name().toLowerCase(Locale.ROOT),
                "vip", settings.cluster().toString(),
                "interface", settings.device(),
                "ports", settings.get(PacketSettings.PORTS),
                "policy", settings.policy().label(),
                "sessions",
                        JsonWriter.object(
                                "all", now.sessions(),
                                "half_open", now.halfOpen(),
                                "replaced", now.replaced(),
                                "displaced", now.displaced(),
                                "most", settings.get(SessionLimits.SESSIONS),
                                "table_bytes", now.table()),
                "role", now.active() ? "active" : "stand-by",
                "takeovers", now.takeovers(),
                "rivals", now.rivals(),
                "dropped", dropped,
                "backends", now.backends());
    }

    @Override
    public void close() {
        readiness.draining();
        closing.close();
    }
}
