package io.gosling.gos.replacement;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Settings of LFU-Aging: the ageing of counts, and further criteria.
 *
 * @param trigger counts are aged when the mean aged AGAC of the objects that a node holds is above it; 1 to 1e6
 * @param factor by which ageing multiplies a count; 0.01 to 0.99
 * @param cap the largest count, which bounds the stay of a former favourite; from the trigger to 1e12
 * @param margin factor by which a newcomer's worth must exceed a victim's; 0.01 to 100
 * @param size use of the objects' size
 * @param duplicates the worth of a copy of which there is another one in the cluster
 * @param lastCopy factor for the worth of the last copy in the cluster; 1 to 1e6
 */
public record AgeingSettings(
        double trigger, double factor, double cap, double margin, Size size, Duplicates duplicates, double lastCopy) {

    /** The influence of an object's size on LFU-Aging. */
    public enum Size {
        /** Nothing: counts alone, as in the paper. */
        IGNORED,
        /** A newcomer must be worth more than all its victims together. */
        ADMITTED,
        /** Objects go by their count for each byte. */
        RANKED;

        /** The names of settings. */
        public static List<String> names() {
            return Arrays.stream(values()).map(AgeingSettings::name).toList();
        }

        /** Of one of the {@link #names}. */
        public static Size parse(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    /** The count that determines the worth of a duplicate. */
    public enum Duplicates {
        /** The cluster's, as in the paper. */
        CLUSTER,
        /** This node's: a duplicate spares this node fetches from others. */
        NODE;

        /** The names of settings. */
        public static List<String> names() {
            return Arrays.stream(values()).map(AgeingSettings::name).toList();
        }

        /** Of one of the {@link #names}. */
        public static Duplicates parse(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public AgeingSettings {
        within("ageing.trigger", trigger, 1, 1e6);
        within("ageing.factor", factor, 0.01, 0.99);
        within("ageing.cap", cap, trigger, 1e12);
        within("ageing.margin", margin, 0.01, 100);
        within("ageing.last-copy", lastCopy, 1, 1e6);
    }

    /** As in the paper, but for the margin: the aged AGAC decides and nothing else. */
    public static AgeingSettings byCountAlone(double trigger, double factor, double cap, double margin) {
        return new AgeingSettings(trigger, factor, cap, margin, Size.IGNORED, Duplicates.CLUSTER, 1);
    }

    /**
     * Trigger 4, factor 0.5, cap 65 536, margin 2, ranked by the count for each byte, the last copy worth 64 times as
     * much.
     */
    public static AgeingSettings defaults() {
        return new AgeingSettings(4, 0.5, 65_536, 2, Size.RANKED, Duplicates.CLUSTER, 64);
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void within(String name, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    name + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }
}
