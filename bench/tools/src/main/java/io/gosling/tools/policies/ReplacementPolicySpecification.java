package io.gosling.tools.policies;

import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy and its settings, as given by the user: {@code lru}, or {@code lfu-aging/size=ranked/last-copy=8}. Settings
 * that are not given have the defaults of {@code gosling serve}.
 *
 * @param policy one of {@link ReplacementPolicy#names}
 */
record ReplacementPolicySpecification(String label, String policy, LfuAgingSettings ageing) {
    private static final List<String> SETTINGS = LfuAgingSettings.ALL.stream()
            .map(ReplacementPolicySpecification::name)
            .toList();

    static ReplacementPolicySpecification parse(String label) {
        String[] parts = label.split("/", -1);
        Map<String, String> given = new LinkedHashMap<>();
        for (String part : List.of(parts).subList(1, parts.length)) {
            String[] pair = part.split("=", 2);
            if (pair.length < 2 || !SETTINGS.contains(pair[0])) {
                throw new IllegalArgumentException("'" + part + "' of '" + label
                        + "' cannot be read; expected NAME=VALUE" + " with a name of " + String.join(", ", SETTINGS));
            }
            given.put(pair[0], pair[1]);
        }
        if (!parts[0].equals("lfu-aging") && !given.isEmpty()) {
            throw new IllegalArgumentException("'" + label + "': only lfu-aging has settings");
        }
        ReplacementPolicySpecification entrant = new ReplacementPolicySpecification(label, parts[0], ageing(given));
        ReplacementPolicy.named(entrant.policy(), entrant.ageing());
        return entrant;
    }

    private static LfuAgingSettings ageing(Map<String, String> given) {
        SettingValues values = SettingValues.none();
        for (Setting<?> setting : LfuAgingSettings.ALL) {
            String value = given.get(name(setting));
            try {
                values = value == null ? values : values.with(setting, List.of(value));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name(setting) + ": " + e.getMessage(), e);
            }
        }
        return new LfuAgingSettings(values);
    }

    private static String name(Setting<?> setting) {
        return setting.name().substring(setting.section().length() + 1);
    }

    boolean isByCount() {
        return policy.equals("lfu-aging");
    }
}
