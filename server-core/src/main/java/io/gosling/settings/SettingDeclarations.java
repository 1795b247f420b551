package io.gosling.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The settings that one class declares, in the order of its constants, which is the order of help texts. Filled while
 * the class is initialised, by one thread; read only afterwards.
 */
public final class SettingDeclarations {
    private final List<Setting<?>> all = new ArrayList<>();

    public <T> Setting<T> setting(String name, SettingType<T> kind, String initial, String prose) {
        return declared(new Setting<>(name, kind, initial, prose));
    }

    /** Declares a setting that may be left out and has no default. */
    public <T> Setting<T> optional(String name, SettingType<T> kind, String prose) {
        return declared(new Setting<>(name, kind, null, prose));
    }

    public static List<Setting<?>> inOrder(List<List<Setting<?>>> groups) {
        return groups.stream().<Setting<?>>flatMap(List::stream).toList();
    }

    public List<Setting<?>> all() {
        return Collections.unmodifiableList(all);
    }

    private <T> Setting<T> declared(Setting<T> setting) {
        all.add(setting);
        return setting;
    }
}
