package io.gosling.node;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.node.settings.LogSettings;
import io.gosling.node.settings.Values;
import java.io.IOException;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens the access log that the settings ask for. */
final class AccessLogFile {
    private AccessLogFile() {}

    /**
     * The log, or null where none is asked for.
     *
     * @throws CommandFailure when its file cannot be written
     */
    static @Nullable AccessLog open(Values values) {
        Optional<AccessLogSettings> settings = LogSettings.of(values);
        if (settings.isEmpty()) {
            return null;
        }
        try {
            return AccessLog.open(settings.get(), InstantSource.system(), ZoneId.systemDefault());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.REFUSED, LogSettings.FILE.flag() + ": " + e.getMessage());
        }
    }
}
