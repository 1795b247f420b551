package io.gosling.tools.policies;

import io.gosling.gos.replacement.AgeingSettings;
import io.gosling.gos.replacement.AgeingSettings.Duplicates;
import io.gosling.gos.replacement.AgeingSettings.Size;
import io.gosling.gos.replacement.ReplacementPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy and its settings, as given by the user: {@code lru}, or {@code lfu-aging/size=ranked/last-copy=8}. Settings
 * that are not given have the defaults of {@code gosling serve}.
 *
 * @param label as it was named
 * @param policy one of {@link ReplacementPolicy#names}
 * @param ageing of {@code lfu-aging}
 */
record Entrant(String label, String policy, AgeingSettings ageing) {
    private static final List<String> SETTINGS =
            List.of("trigger", "factor", "cap", "margin", "size", "duplicates", "last-copy");

    /** @throws IllegalArgumentException with what was expected */
    static Entrant parse(String label) {
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
        Entrant entrant = new Entrant(label, parts[0], ageing(given));
        ReplacementPolicy.named(entrant.policy(), entrant.ageing());
        return entrant;
    }

    private static AgeingSettings ageing(Map<String, String> given) {
        AgeingSettings usual = AgeingSettings.defaults();
        return new AgeingSettings(
                number(given, "trigger", usual.trigger()),
                number(given, "factor", usual.factor()),
                number(given, "cap", usual.cap()),
                number(given, "margin", usual.margin()),
                Size.parse(choice(given, "size", Size.names(), usual.size())),
                Duplicates.parse(choice(given, "duplicates", Duplicates.names(), usual.duplicates())),
                number(given, "last-copy", usual.lastCopy()));
    }

    private static double number(Map<String, String> given, String name, double usual) {
        String value = given.getOrDefault(name, Double.toString(usual));
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": '" + value + "' is no number", e);
        }
    }

    private static String choice(Map<String, String> given, String name, List<String> names, Enum<?> usual) {
        String value = given.getOrDefault(name, names.get(usual.ordinal()));
        if (!names.contains(value)) {
            throw new IllegalArgumentException(name + ": '" + value + "' is not of " + String.join(", ", names));
        }
        return value;
    }

    /** Whether it decides by the cluster's counts. */
    boolean isByCount() {
        return policy.equals("lfu-aging");
    }
}
