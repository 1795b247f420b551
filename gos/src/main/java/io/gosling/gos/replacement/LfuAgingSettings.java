package io.gosling.gos.replacement;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.util.List;

/**
 * Settings of LFU-Aging: the ageing of counts, and what else it considers besides the count. The section
 * {@code ageing}. Immutable.
 */
public record LfuAgingSettings(SettingValues values) implements SettingGroup<LfuAgingSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public enum Size {
        /** Nothing: counts alone, as in the paper. */
        IGNORED,
        /** Objects go by their count for each byte. */
        RANKED
    }

    public static final Setting<Double> TRIGGER = DECLARED.setting(
            "ageing.trigger",
            SettingType.decimal(1, 1e6),
            "4",
            "Mean access count of the held objects at which all counts are aged.");

    public static final Setting<Double> FACTOR = DECLARED.setting(
            "ageing.factor", SettingType.decimal(0.01, 0.99), "0.5", "Factor by which ageing multiplies every count.");

    public static final Setting<Double> CAP = DECLARED.setting(
            "ageing.cap",
            SettingType.decimal(1, 1e12),
            "65536",
            "Largest count of an object; not below ageing.trigger.");

    public static final Setting<Double> MARGIN = DECLARED.setting(
            "ageing.margin",
            SettingType.decimal(0.01, 100),
            "2",
            "Ratio of the worth of a new object to that of its victims from which it displaces them.");

    public static final Setting<Size> SIZE = DECLARED.setting(
            "ageing.size",
            SettingType.constant(Size.class),
            "ranked",
            "Influence of object sizes: ranked compares counts for each byte, and ignored compares counts alone, as in"
                    + " the paper.");

    public static final Setting<Double> LAST_COPY = DECLARED.setting(
            "ageing.last-copy",
            SettingType.decimal(1, 1e6),
            "64",
            "Ratio of the worth of the last copy in the cluster to its count; 1 treats duplicates alike.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when the cap is below the trigger */
    public LfuAgingSettings {
        if (values.get(CAP) < values.get(TRIGGER)) {
            throw new IllegalArgumentException("ageing.cap: " + values.get(CAP) + " is out of bounds; expected "
                    + values.get(TRIGGER) + " to " + 1e12);
        }
    }

    public static LfuAgingSettings defaults() {
        return new LfuAgingSettings(SettingValues.none());
    }

    @Override
    public LfuAgingSettings of(SettingValues other) {
        return new LfuAgingSettings(other);
    }
}
