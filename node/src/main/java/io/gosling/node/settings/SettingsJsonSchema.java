package io.gosling.node.settings;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes configuration files as JSON Schema (draft 2020-12), so that editors can complete and check them. Pure. */
public final class SettingsJsonSchema {
    private SettingsJsonSchema() {}

    public static Map<String, Object> of(String title, List<Setting<?>> settings) {
        Map<String, Object> schema = object();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", title);
        schema.putAll(mapping());
        describe(schema, settings);
        return schema;
    }

    private static void describe(Map<String, Object> schema, List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            String section = setting.section();
            if (section.isEmpty()) {
                properties(schema).put(setting.name(), describe(setting));
            } else {
                Object nested = properties(schema).computeIfAbsent(section, name -> mapping());
                properties(nested).put(setting.name().substring(section.length() + 1), describe(setting));
            }
        }
    }

    private static Map<String, Object> describe(Setting<?> setting) {
        Map<String, Object> described = object();
        described.put("description", setting.prose());
        described.putAll(new java.util.TreeMap<>(setting.kind().schema()));
        if (setting.kind().shape() == SettingType.Shape.SECTIONS) {
            Map<String, Object> section = mapping();
            describe(section, setting.kind().inner());
            described.put("items", section);
        }
        String initial = setting.initial();
        if (initial != null) {
            described.put("default", typed(initial, setting.kind().schema().get("type")));
        }
        return described;
    }

    /** A default as the schema's type has it: numbers are written without quotes. */
    private static Object typed(String initial, @Nullable Object type) {
        boolean whole = initial.matches("[0-9]+");
        if ("integer".equals(type) || ("number".equals(type) && whole)) {
            return Long.valueOf(initial);
        }
        return "number".equals(type) ? Double.valueOf(initial) : initial;
    }

    private static Map<String, Object> mapping() {
        Map<String, Object> mapping = object();
        mapping.put("type", "object");
        mapping.put("additionalProperties", false);
        mapping.put("properties", object());
        return mapping;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> properties(Object mapping) {
        Object properties = ((Map<String, Object>) mapping).get("properties");
        return (Map<String, Object>) java.util.Objects.requireNonNull(properties);
    }

    private static Map<String, Object> object() {
        return new LinkedHashMap<>();
    }
}
