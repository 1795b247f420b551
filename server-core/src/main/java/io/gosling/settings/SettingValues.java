package io.gosling.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The values given for settings; settings without a value have their defaults. Immutable. */
public final class SettingValues {
    private final Map<Setting<?>, Given> given;
    /** The place of the values, ignored when they are compared. */
    private final String place;

    /**
     * A value.
     *
     * @param items as it was written; none for sections
     * @param place as {@link #place()}, ignored when values are compared
     */
    private record Given(List<String> items, Object value, String place) {
        /** Values of one text are one value; sections are compared by their own. */
        boolean isSame(Given other) {
            return value.equals(other.value) || (!items.isEmpty() && items.equals(other.items));
        }
    }

    private SettingValues(Map<Setting<?>, Given> given, String place) {
        this.given = given;
        this.place = place;
    }

    public static SettingValues none() {
        return new SettingValues(Map.of(), "");
    }

    /**
     * These values and one more, which replaces an earlier one.
     *
     * @throws IllegalArgumentException when the items are not of the setting's kind; the message says what was expected
     */
    public SettingValues with(Setting<?> setting, List<String> items) {
        return with(setting, items, "");
    }

    /** As {@link #with(Setting, List)}, of a value that stands at a place in a file. */
    public SettingValues with(Setting<?> setting, List<String> items, String at) {
        try {
            return with(setting, new Given(List.copyOf(items), setting.read(items), at));
        } catch (IllegalArgumentException e) {
            String expected = setting.kind().expected();
            throw new IllegalArgumentException("value \"" + String.join(",", items) + "\"; expected " + expected, e);
        }
    }

    /**
     * These values and one more by its name, as it is written on the command line.
     *
     * @param known the settings that may be named
     * @throws IllegalArgumentException naming the setting, the value and what was expected
     */
    public SettingValues with(List<Setting<?>> known, String name, String value) {
        try {
            for (Setting<?> setting : known) {
                if (setting.name().equals(name)) {
                    return with(setting, setting.kind().split(value));
                }
            }
            throw new IllegalArgumentException("no such setting; expected one of " + known);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * These values and one more, which replaces an earlier one.
     *
     * @throws IllegalArgumentException when the value is out of the setting's bounds; the message names the setting
     */
    public <T> SettingValues withValue(Setting<T> setting, T value) {
        try {
            setting.kind().check().accept(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    setting.name() + ": value \"" + value + "\"; expected "
                            + setting.kind().expected(),
                    e);
        }
        return with(setting, new Given(List.of(), value, ""));
    }

    /** These values and the sections of a setting that has such. */
    public SettingValues withSections(Setting<?> setting, List<SettingValues> sections) {
        return with(setting, new Given(List.of(), List.copyOf(sections), ""));
    }

    private SettingValues with(Setting<?> setting, Given value) {
        return changed(more -> more.put(setting, value));
    }

    private SettingValues changed(Consumer<Map<Setting<?>, Given>> change) {
        Map<Setting<?>, Given> copy = new HashMap<>(given);
        change.accept(copy);
        return new SettingValues(copy, place);
    }

    /** These values, with the place in a file at which they begin. */
    public SettingValues at(String begin) {
        return new SettingValues(given, begin);
    }

    /**
     * The prefix of complaints about these values: {@code file:line:column: }, or an empty text if the place is not
     * known.
     */
    public String place() {
        return place;
    }

    /**
     * The prefix of complaints about the value of a setting: its place in a file and its key, or else its flag, as in
     * {@code node.yaml:3:9: key "memory": } and {@code --memory: }.
     */
    public String where(Setting<?> setting) {
        Given value = given.get(setting);
        return value == null || value.place().isEmpty()
                ? setting.flag() + ": "
                : value.place() + "key \"" + setting.name() + "\": ";
    }

    /** The values of these settings alone, so that groups whose settings have the same values are equal. */
    public SettingValues only(Collection<Setting<?>> settings) {
        return changed(fewer -> fewer.keySet().retainAll(settings));
    }

    /** These values, and those of the other for settings that have none here. */
    public SettingValues over(SettingValues other) {
        return changed(both -> other.given.forEach(both::putIfAbsent));
    }

    /** These values, with those that the other has for some settings; their defaults where it has none. */
    public SettingValues taking(List<Setting<?>> settings, SettingValues other) {
        return changed(both -> {
            both.keySet().removeAll(settings);
            both.putAll(other.only(settings).given);
        });
    }

    /** These values for other settings of the same kinds; those that have no other are left out. */
    public SettingValues as(Map<Setting<?>, Setting<?>> others) {
        Map<Setting<?>, Given> renamed = new HashMap<>();
        given.forEach((setting, value) -> {
            Setting<?> other = others.get(setting);
            if (other != null) {
                renamed.put(other, value);
            }
        });
        return new SettingValues(renamed, place);
    }

    /** The value of a setting that has a default. Allocates nothing. */
    @SuppressWarnings("unchecked")
    public <T> T get(Setting<T> setting) {
        Given value = given.get(setting);
        if (value != null) {
            return (T) value.value();
        }
        T usual = setting.defaultValue();
        if (usual == null) {
            throw new IllegalStateException(setting.name() + " has no default");
        }
        return usual;
    }

    /** The value of a setting, its default, or nothing. */
    @SuppressWarnings("unchecked")
    public <T> Optional<T> find(Setting<T> setting) {
        Given value = given.get(setting);
        return value != null ? Optional.of((T) value.value()) : Optional.ofNullable(setting.defaultValue());
    }

    /** Returns true if a setting has the same value here as there, given or by default. */
    public boolean isSame(Setting<?> setting, SettingValues other) {
        Given here = given.get(setting);
        Given there = other.given.get(setting);
        return here != null && there != null
                ? here.isSame(there)
                : find(setting).equals(other.find(setting));
    }

    /** Values are equal if every setting has the same value, given or by default. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SettingValues values
                && given.keySet().stream().allMatch(setting -> isSame(setting, values))
                && values.given.keySet().stream().allMatch(setting -> isSame(setting, values));
    }

    @Override
    public int hashCode() {
        return given.entrySet().stream()
                .filter(entry -> !entry.getValue().value().equals(entry.getKey().defaultValue()))
                .mapToInt(entry -> entry.getKey().hashCode())
                .sum();
    }

    /** Returns true if a value was given. */
    public boolean isGiven(Setting<?> setting) {
        return given.containsKey(setting);
    }
}
