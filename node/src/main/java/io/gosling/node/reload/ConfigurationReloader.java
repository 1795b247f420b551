package io.gosling.node.reload;

import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the configuration again and applies what may change while the process runs. Every part checks the new values
 * before any part applies them, so a wrong configuration changes nothing. Safe for use by many threads: a request
 * during a reload makes it read once more, so that the last change of a file is never missed.
 */
public final class ConfigurationReloader {
    private static final System.Logger log = System.getLogger(ConfigurationReloader.class.getName());

    private final List<Setting<?>> settings;
    private final List<ReloadablePart> parts;
    private final SettingValues atStart;
    private final ConfigurationSource source;

    /** The number of requests since the last read; the first requester reads until none has arrived meanwhile. */
    private final AtomicInteger asked = new AtomicInteger();

    private SettingValues latest;

    public enum Result {
        TAKEN,
        /** Another reload is in progress; the configuration is read once more after it. */
        LATER,
        WRONG
    }

    /**
     * The outcome of a reload.
     *
     * @param lines the changes, the settings that require a restart, or the errors
     */
    public record Outcome(Result result, List<String> lines) {}

    /**
     * @param settings all settings of the verb
     * @param parts changeable parts, in the order in which it is prepared and applied
     */
    public ConfigurationReloader(
            List<Setting<?>> settings, List<ReloadablePart> parts, SettingValues atStart, ConfigurationSource source) {
        this.settings = settings;
        this.parts = parts;
        this.atStart = atStart;
        this.latest = atStart;
        this.source = source;
    }

    public Outcome run() {
        if (asked.getAndIncrement() > 0) {
            return told(new Outcome(
                    Result.LATER,
                    List.of("reload: another is under way; the configuration is read once more after it")));
        }
        while (true) {
            int known = asked.get();
            Outcome outcome = told(attempt());
            if (asked.compareAndSet(known, 0)) {
                return outcome;
            }
        }
    }

    private static Outcome told(Outcome outcome) {
        Level level = outcome.result() == Result.WRONG ? Level.WARNING : Level.INFO;
        outcome.lines().forEach(line -> log.log(level, "{0}", line));
        return outcome;
    }

    private Outcome attempt() {
        try {
            SettingValues read = source.read();
            List<Runnable> steps = new ArrayList<>();
            for (ReloadablePart part : parts) {
                steps.add(part.preparation().prepare(read));
            }
            steps.forEach(Runnable::run);
            return taken(read);
        } catch (BadConfigurationException e) {
            return wrong(e.complaints());
        } catch (IllegalArgumentException e) {
            return wrong(List.of(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            log.log(Level.ERROR, "a reload failed", e);
            return new Outcome(
                    Result.WRONG,
                    List.of("reload: failed by a fault of this program (" + e + "), perhaps half way: restart it"));
        }
    }

    private Outcome taken(SettingValues read) {
        List<String> lines = new ArrayList<>();
        List<Setting<?>> live = parts.stream()
                .<Setting<?>>flatMap(part -> part.settings().stream())
                .toList();
        for (Setting<?> setting : settings) {
            if (live.contains(setting) && !read.isSame(setting, latest)) {
                lines.add("reloaded: " + setting.name() + " has changed");
            }
        }
        for (Setting<?> setting : settings) {
            if (!live.contains(setting) && !read.isSame(setting, atStart)) {
                lines.add("reloaded: " + setting.name() + " differs and stays as it is; it changes with a restart");
            }
        }
        parts.forEach(part -> lines.addAll(part.news().get()));
        latest = read;
        return new Outcome(Result.TAKEN, lines.isEmpty() ? List.of("reloaded: nothing has changed") : lines);
    }

    private static Outcome wrong(List<String> complaints) {
        List<String> lines =
                new ArrayList<>(List.of("not reloaded, the configuration is wrong and the old one holds:"));
        lines.addAll(complaints);
        return new Outcome(Result.WRONG, lines);
    }
}
