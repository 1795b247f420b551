package io.gosling.node.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values that were given for settings; those that were not have their defaults. Immutable. */
public final class Values {
    private final Map<Setting<?>, Object> given;

    private Values(Map<Setting<?>, Object> given) {
        this.given = given;
    }

    /** Nothing was given. */
    public static Values none() {
        return new Values(Map.of());
    }

    /**
     * These values and one more, which replaces an earlier one.
     *
     * @throws IllegalArgumentException when the items are not of the setting's kind; the message says what was expected
     */
    public Values with(Setting<?> setting, List<String> items) {
        Map<Setting<?>, Object> more = new HashMap<>(given);
        try {
            more.put(setting, setting.read(items));
        } catch (IllegalArgumentException e) {
            String expected = setting.kind().expected();
            throw new IllegalArgumentException("value \"" + String.join(",", items) + "\"; expected " + expected, e);
        }
        return new Values(more);
    }

    /** These values and the sections of a setting that has such. */
    Values withSections(Setting<?> setting, List<Values> sections) {
        Map<Setting<?>, Object> more = new HashMap<>(given);
        more.put(setting, List.copyOf(sections));
        return new Values(more);
    }

    /** These values, and those of the other for settings that have none here. */
    public Values over(Values other) {
        Map<Setting<?>, Object> both = new HashMap<>(other.given);
        both.putAll(given);
        return new Values(both);
    }

    /** The value of a setting that has a default. */
    public <T> T get(Setting<T> setting) {
        return find(setting).orElseThrow(() -> new IllegalStateException(setting.name() + " has no default"));
    }

    /** The value of a setting, its default, or nothing. */
    @SuppressWarnings("unchecked")
    public <T> Optional<T> find(Setting<T> setting) {
        T value = (T) given.get(setting);
        return value != null ? Optional.of(value) : Optional.ofNullable(setting.defaultValue());
    }

    /** Whether a value was given. */
    public boolean isGiven(Setting<?> setting) {
        return given.containsKey(setting);
    }
}
