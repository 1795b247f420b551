package io.gosling.node.process;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.common.ClusterProcessAddress;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.http.ForwardedHeaderParser;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The access log as configured, also after a reload. */
public final class ConfiguredAccessLog {
    private final AccessLog log;
    private Optional<AccessLogSettings> settings;

    private ConfiguredAccessLog(AccessLog log, Optional<AccessLogSettings> settings) {
        this.log = log;
        this.settings = settings;
    }

    /**
     * Opens the log, which is off if none is configured.
     *
     * @throws CommandFailureException when its file cannot be written
     */
    public static ConfiguredAccessLog open(SettingValues values) {
        Optional<AccessLogSettings> settings = of(values);
        AccessLog log = AccessLog.off(InstantSource.system(), ZoneId.systemDefault());
        try {
            if (settings.isPresent()) {
                log.change(settings.get());
            }
            return new ConfiguredAccessLog(log, settings);
        } catch (IOException e) {
            log.close();
            throw new CommandFailureException(ExitCode.REFUSED, AccessLogSettings.FILE.flag() + ": " + e.getMessage());
        }
    }

    private static Optional<AccessLogSettings> of(SettingValues values) {
        return values.isGiven(AccessLogSettings.FILE) ? Optional.of(new AccessLogSettings(values)) : Optional.empty();
    }

    public AccessLog log() {
        return log;
    }

    /** Sets the proxies that are trusted to name clients, in lines from now on. */
    public void trustProxies(RelaySettings.Forwarding trusted) {
        // Where everybody is trusted, the only known proxy is the one at the other end.
        boolean known = !trusted.equals(RelaySettings.Forwarding.APPEND);
        log.trustProxies(peer -> {
            InetAddress own = peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
            if (own == null || !(peer instanceof ClusterProcessAddress || trusted.believes(peer))) {
                return null;
            }
            Predicate<InetAddress> proxies =
                    hop -> hop.equals(own) || (known && trusted.believes(new InetSocketAddress(hop, 0)));
            return (Function<String, @Nullable String> headers) -> {
                InetAddress client = ForwardedHeaderParser.behind(own, proxies, headers);
                return client == null ? null : client.getHostAddress();
            };
        });
    }

    /** The part of a reload, to be the last one: whether its file can be written is found out by opening it. */
    public ReloadablePart part() {
        return new ReloadablePart(AccessLogSettings.ALL, this::prepare);
    }

    private Runnable prepare(SettingValues values) throws BadConfigurationException {
        Optional<AccessLogSettings> other = of(values);
        if (!other.equals(settings)) {
            try {
                log.change(other.orElse(null));
            } catch (IOException e) {
                throw new BadConfigurationException(AccessLogSettings.FILE.flag() + ": " + e.getMessage());
            }
            settings = other;
        }
        return () -> {};
    }
}
