package io.gosling.node.process;

import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.SettingValues;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * Sets up logging: one line a record on standard error. Gosling's own packages log from INFO, the libraries from
 * WARNING; verbose lowers both by a level.
 *
 * <p>Hazelcast warns a dozen times of every member that joins or leaves; {@code MemberChangeLog} reports it once, so
 * Hazelcast logs from SEVERE unless verbose, and operations that it retries by itself are not logged at any level.
 *
 * <p>Hazelcast begins its lines with the cluster's name, which is all that a member must know to be admitted: it is
 * removed wherever it occurs.
 */
public final class LoggingSetup {
    /** Strong references to loggers, since the JDK forgets the levels of loggers that are not referenced. */
    private static final List<Logger> LOUD =
            List.of(Logger.getLogger("io.gosling"), Logger.getLogger("com.hazelcast"), Logger.getLogger("io.netty"));

    /** The form of the names that ClusterSecret derives: 18 bytes in base64url. */
    private static final Pattern CLUSTER_NAME = Pattern.compile("gosling-[A-Za-z0-9_-]{24}(?![A-Za-z0-9_-])");

    /** True if verbose was set on the command line, which takes precedence over the file. */
    private static volatile boolean asked;

    private static volatile boolean verbose;

    private LoggingSetup() {}

    public static void configure(boolean more) {
        asked = more;
        LogManager.getLogManager().reset();
        System.setProperty("hazelcast.logging.type", "jdk");
        ConsoleHandler handler = new ConsoleHandler();
        handler.setLevel(Level.ALL);
        handler.setFormatter(new OneLine(() -> verbose));
        handler.setFilter(record -> verbose || !isTriedAgain(record));
        Logger.getLogger("").addHandler(handler);
        show(more);
    }

    public static ReloadablePart part() {
        return new ReloadablePart(List.of(CommonSettings.LOG_LEVEL), values -> () -> follow(values));
    }

    public static void follow(SettingValues values) {
        show(asked || values.get(CommonSettings.LOG_LEVEL).equals("debug"));
    }

    private static void show(boolean more) {
        verbose = more;
        Logger.getLogger("").setLevel(verbose ? Level.INFO : Level.WARNING);
        LOUD.get(0).setLevel(verbose ? Level.FINE : Level.INFO);
        LOUD.get(1).setLevel(verbose ? Level.INFO : Level.SEVERE);
    }

    static boolean isTriedAgain(LogRecord record) {
        Throwable thrown = record.getThrown();
        return thrown != null && thrown.getClass().getName().startsWith("com.hazelcast.spi.exception.");
    }

    /** A formatter of one-line records; stack traces of SEVERE ones, or all if verbose. */
    static final class OneLine extends Formatter {
        private final BooleanSupplier verbose;

        OneLine(BooleanSupplier verbose) {
            this.verbose = verbose;
        }

        @Override
        public String format(LogRecord record) {
            String logger = String.valueOf(record.getLoggerName());
            StringBuilder line =
                    new StringBuilder(Instant.ofEpochMilli(record.getMillis()).truncatedTo(ChronoUnit.MILLIS) + " "
                            + record.getLevel().getName() + " " + logger.substring(logger.lastIndexOf('.') + 1) + ": "
                            + formatMessage(record));
            Throwable thrown = record.getThrown();
            if (thrown != null && !isTraced(record)) {
                line.append(": ").append(thrown);
            }
            line.append(System.lineSeparator());
            if (thrown != null && isTraced(record)) {
                StringWriter trace = new StringWriter();
                thrown.printStackTrace(new PrintWriter(trace));
                line.append(trace);
            }
            return CLUSTER_NAME.matcher(line).replaceAll("gosling-***");
        }

        private boolean isTraced(LogRecord record) {
            return verbose.getAsBoolean() || record.getLevel().intValue() >= Level.SEVERE.intValue();
        }
    }
}
