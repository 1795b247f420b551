package io.gosling.settings;

import java.util.Optional;

/**
 * The settings of one part of the server: values, read by the constants that the part declares. Implemented by
 * immutable records whose constructors check what values must have in common; bounds of single values are checked by
 * {@link SettingValues}.
 *
 * @param <G> the group itself
 */
public interface SettingGroup<G extends SettingGroup<G>> {
    /** The values, defaults left out. */
    SettingValues values();

    G of(SettingValues other);

    default <T> T get(Setting<T> setting) {
        return values().get(setting);
    }

    default <T> Optional<T> find(Setting<T> setting) {
        return values().find(setting);
    }

    /**
     * The same group with another value of one setting.
     *
     * @throws IllegalArgumentException naming the setting, the value and what was expected
     */
    default <T> G with(Setting<T> setting, T value) {
        return of(values().withValue(setting, value));
    }
}
