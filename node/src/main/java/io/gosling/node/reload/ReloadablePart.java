package io.gosling.node.reload;

import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.util.List;
import java.util.function.Supplier;

/**
 * A part of the process whose settings may change while it runs.
 *
 * @param news changes in files that the settings name, as of the latest reload; in lines for the log
 */
public record ReloadablePart(List<Setting<?>> settings, Preparation preparation, Supplier<List<String>> news) {
    public ReloadablePart(List<Setting<?>> settings, Preparation preparation) {
        this(settings, preparation, List::of);
    }

    /** Prepares new values without changing anything yet: another part may find them wrong. */
    @FunctionalInterface
    public interface Preparation {
        /**
         * Prepares new values; the result applies them, at once and without failing, also without a difference.
         *
         * @throws BadConfigurationException when they are wrong
         */
        Runnable prepare(SettingValues values) throws BadConfigurationException;
    }

    /** A part in which nothing changes, but which refuses values that the process could not start with. */
    public static ReloadablePart check(Check check) {
        return new ReloadablePart(List.of(), values -> {
            check.require(values);
            return () -> {};
        });
    }

    @FunctionalInterface
    public interface Check {
        void require(SettingValues values) throws BadConfigurationException;
    }
}
