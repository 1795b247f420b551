package io.gosling.node.process;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.node.command.CommandFailure;
import io.gosling.node.command.ExitCode;
import io.gosling.node.reload.Part;
import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.LogSettings;
import io.gosling.node.settings.Values;
import java.io.IOException;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The access log as the settings ask for it, now and after a reload. */
public final class AccessLogFile {
    private final AccessLog log;
    /** Belongs to the start, then to the reload that runs. */
    private Optional<AccessLogSettings> settings;

    private AccessLogFile(AccessLog log, Optional<AccessLogSettings> settings) {
        this.log = log;
        this.settings = settings;
    }

    /**
     * Opens the log, which is off where none is asked for.
     *
     * @throws CommandFailure when its file cannot be written
     */
    public static AccessLogFile open(Values values) {
        Optional<AccessLogSettings> settings = LogSettings.of(values);
        AccessLog log = AccessLog.off(InstantSource.system(), ZoneId.systemDefault());
        try {
            if (settings.isPresent()) {
                log.change(settings.get());
            }
            return new AccessLogFile(log, settings);
        } catch (IOException e) {
            log.close();
            throw new CommandFailure(ExitCode.REFUSED, LogSettings.FILE.flag() + ": " + e.getMessage());
        }
    }

    public AccessLog log() {
        return log;
    }

    /** For the last place of all parts: a file that cannot be written is found out by opening it. */
    public Part part() {
        return new Part(LogSettings.OF_REQUESTS, this::prepare);
    }

    private Runnable prepare(Values values) throws BadConfiguration {
        Optional<AccessLogSettings> other = LogSettings.of(values);
        if (!other.equals(settings)) {
            try {
                log.change(other.orElse(null));
            } catch (IOException e) {
                throw new BadConfiguration(List.of(LogSettings.FILE.flag() + ": " + e.getMessage()));
            }
            settings = other;
        }
        return () -> {};
    }
}
