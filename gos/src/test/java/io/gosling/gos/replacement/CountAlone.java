package io.gosling.gos.replacement;

import io.gosling.gos.replacement.LfuAgingSettings.Size;

/** The ageing of the paper, but for the margin: the aged AGAC decides and nothing else. */
public final class CountAlone {
    private CountAlone() {}

    public static LfuAgingSettings ageing(double trigger, double factor, double cap, double margin) {
        return LfuAgingSettings.defaults()
                .with(LfuAgingSettings.TRIGGER, trigger)
                .with(LfuAgingSettings.FACTOR, factor)
                .with(LfuAgingSettings.CAP, cap)
                .with(LfuAgingSettings.MARGIN, margin)
                .with(LfuAgingSettings.SIZE, Size.IGNORED)
                .with(LfuAgingSettings.LAST_COPY, 1.0);
    }
}
