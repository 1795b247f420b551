package io.gosling.node.admin;

import io.gosling.settings.SettingType;
import java.util.List;
import java.util.stream.Stream;

/** The roles of those who use the admin port; each may do what those before it may. */
public enum AdminRole {
    METRICS,
    READ,
    OPERATE;

    public static final List<String> LABELS =
            Stream.of(values()).map(AdminRole::label).toList();

    public String label() {
        return SettingType.word(this);
    }

    /** @throws IllegalArgumentException when there is no such role */
    public static AdminRole of(String label) {
        int place = LABELS.indexOf(label);
        if (place < 0) {
            throw new IllegalArgumentException("value \"" + label + "\"; expected one of " + String.join(", ", LABELS));
        }
        return values()[place];
    }

    boolean includes(AdminRole other) {
        return compareTo(other) >= 0;
    }
}
