package io.gosling.gos.replacement;

import io.gosling.gos.replacement.AgeingSettings.Duplicates;
import io.gosling.gos.replacement.AgeingSettings.Size;

/** The ageing of the paper, but for the margin: the aged AGAC decides and nothing else. */
public final class CountAlone {
    private CountAlone() {}

    public static AgeingSettings ageing(double trigger, double factor, double cap, double margin) {
        return AgeingSettings.defaults()
                .with(AgeingSettings.TRIGGER, trigger)
                .with(AgeingSettings.FACTOR, factor)
                .with(AgeingSettings.CAP, cap)
                .with(AgeingSettings.MARGIN, margin)
                .with(AgeingSettings.SIZE, Size.IGNORED)
                .with(AgeingSettings.DUPLICATES, Duplicates.CLUSTER)
                .with(AgeingSettings.LAST_COPY, 1.0);
    }
}
