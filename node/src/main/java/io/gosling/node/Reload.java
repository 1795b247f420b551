package io.gosling.node;

import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.Setting;
import io.gosling.node.settings.Values;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reads the configuration again and takes over what may change while the process runs. A configuration that is wrong
 * changes nothing. Safe for use by many threads; one that comes while
 * another is under way is refused.
 */
final class Reload {
    private static final System.Logger log = System.getLogger(Reload.class.getName());

    private final List<Setting<?>> settings;
    private final List<Setting<?>> live;
    private final Values atStart;
    private final Invocation.Source source;
    private final Consumer<Values> apply;

    private final AtomicBoolean running = new AtomicBoolean();
    /** Belongs to the reload that runs. */
    private Values latest;

    /**
     * What came of it.
     *
     * @param taken whether the configuration was right
     * @param lines what changed, what waits for a restart, or what is wrong
     */
    record Outcome(boolean taken, List<String> lines) {}

    /**
     * @param settings all that the verb reads
     * @param live those of them that may change
     * @param apply takes over values of those
     */
    Reload(
            List<Setting<?>> settings,
            List<Setting<?>> live,
            Values atStart,
            Invocation.Source source,
            Consumer<Values> apply) {
        this.settings = settings;
        this.live = live;
        this.atStart = atStart;
        this.latest = atStart;
        this.source = source;
        this.apply = apply;
    }

    /** Does it, and logs what came of it. */
    Outcome run() {
        Outcome outcome = new Outcome(false, List.of("not reloaded: another reload is under way; try again"));
        if (running.compareAndSet(false, true)) {
            try {
                outcome = attempt();
            } finally {
                running.set(false);
            }
        }
        for (String line : outcome.lines()) {
            log.log(outcome.taken() ? Level.INFO : Level.WARNING, "{0}", line);
        }
        return outcome;
    }

    private Outcome attempt() {
        Values read;
        try {
            read = source.read();
            if (!changed(live, latest, read).isEmpty()) {
                apply.accept(read);
            }
        } catch (BadConfiguration e) {
            return wrong(e.complaints());
        } catch (IllegalArgumentException e) {
            return wrong(List.of(String.valueOf(e.getMessage())));
        }
        List<String> lines = new ArrayList<>();
        for (String name : changed(live, latest, read)) {
            lines.add("reloaded: " + name + " has changed");
        }
        for (String name : changed(settings, atStart, read)) {
            if (live.stream().noneMatch(setting -> setting.name().equals(name))) {
                lines.add("reloaded: " + name + " differs and stays as it is; it changes with a restart");
            }
        }
        latest = read;
        return new Outcome(true, lines.isEmpty() ? List.of("reloaded: nothing has changed") : lines);
    }

    private static Outcome wrong(List<String> complaints) {
        List<String> lines =
                new ArrayList<>(List.of("not reloaded, the configuration is wrong and the old one holds:"));
        lines.addAll(complaints);
        return new Outcome(false, lines);
    }

    private static List<String> changed(List<Setting<?>> among, Values before, Values after) {
        return among.stream()
                .filter(setting -> !before.find(setting).equals(after.find(setting)))
                .map(Setting::name)
                .toList();
    }
}
