package io.gosling.gos;

/**
 * How LFU-Aging forgets.
 *
 * @param trigger counts are aged when the mean aged AGAC of the objects that a node holds is above it; 1 to 1e6
 * @param factor what ageing multiplies a count by; 0.01 to 0.99
 * @param cap the largest count, which bounds how long a former favourite stays; from the trigger to 1e12
 * @param margin how many times a victim's count a newcomer's must be to displace it; 1 to 100
 */
public record AgeingSettings(double trigger, double factor, double cap, double margin) {

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public AgeingSettings {
        within("ageing.trigger", trigger, 1, 1e6);
        within("ageing.factor", factor, 0.01, 0.99);
        within("ageing.cap", cap, trigger, 1e12);
        within("ageing.margin", margin, 1, 100);
    }

    /** Trigger 32, factor 0.5, cap 65 536, margin 2. */
    public static AgeingSettings defaults() {
        return new AgeingSettings(32, 0.5, 65_536, 2);
    }

    private static void within(String name, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    name + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }
}
