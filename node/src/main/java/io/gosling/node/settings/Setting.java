package io.gosling.node.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One setting, declared once: flags, YAML keys, help texts, the schema and error texts all follow from it.
 *
 * @param name the key in YAML, a dot for each level ({@code lard.t-low}); the flag has a dash there
 * @param kind what values look like
 * @param initial the default as it would be written, or null where there is none
 * @param prose what it does, without its default
 */
public record Setting<T>(
        String name, Kind<T> kind, @Nullable String initial, String prose) {

    /** A setting that may be left out and has no default. */
    public static <T> Setting<T> optional(String name, Kind<T> kind, String prose) {
        return new Setting<>(name, kind, null, prose);
    }

    /** The settings of these lists, in order. */
    static List<Setting<?>> inOrder(List<List<Setting<?>>> groups) {
        return groups.stream().<Setting<?>>flatMap(List::stream).toList();
    }

    /** The flag of this setting, such as {@code --lard-t-low}. */
    public String flag() {
        return "--" + name.replace('.', '-');
    }

    /** The part of the name before the dot, or an empty string. */
    public String section() {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    /** The default, or null where there is none. */
    @Nullable
    T defaultValue() {
        return initial == null ? null : read(kind.split(initial));
    }

    /**
     * The value of some items.
     *
     * @throws IllegalArgumentException when they are not of this setting's kind
     */
    T read(List<String> items) {
        return kind.reader().apply(items);
    }
}
