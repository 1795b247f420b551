package io.gosling.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One setting, declared once by the class that uses it: its flag, its key in YAML, its help, schema, reference and
 * error messages follow from the declaration. Made by {@link SettingDeclarations}; compared by identity. Immutable.
 */
public final class Setting<T> {
    private final String name;
    private final SettingType<T> kind;
    private final @Nullable String initial;
    private final String prose;
    private final @Nullable T defaultValue;

    /** @throws IllegalArgumentException when the default is not of the setting's kind */
    Setting(String name, SettingType<T> kind, @Nullable String initial, String prose) {
        this.name = name;
        this.kind = kind;
        this.initial = initial;
        this.prose = prose;
        this.defaultValue = initial == null ? null : read(kind.split(initial));
    }

    /** The key in YAML, a dot for each level, such as {@code lard.low}. */
    public String name() {
        return name;
    }

    public SettingType<T> kind() {
        return kind;
    }

    /** The default as it would be written, or null where there is none. */
    public @Nullable String initial() {
        return initial;
    }

    /** Its effect, without its default: a text that can be read alone. */
    public String prose() {
        return prose;
    }

    /** The flag of this setting, such as {@code --lard-low}. */
    public String flag() {
        return "--" + name.replace('.', '-');
    }

    /** The part of the name before the dot, or an empty string. */
    public String section() {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    /** The default, or null where there is none. */
    public @Nullable T defaultValue() {
        return defaultValue;
    }

    /**
     * The value of some items.
     *
     * @throws IllegalArgumentException when they are not of this setting's kind
     */
    public T read(List<String> items) {
        return kind.reader().apply(items);
    }

    @Override
    public String toString() {
        return name;
    }
}
