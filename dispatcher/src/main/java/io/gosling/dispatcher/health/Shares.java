package io.gosling.dispatcher.health;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.util.List;

/** Bounds of the share of back-ends that may be unhealthy. Immutable. */
public record Shares(Values values) implements SettingGroup<Shares> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Integer> MOST_EJECTED = DECLARED.setting(
            "ejection.most-percent",
            Kind.integer("PERCENT", 0, 100),
            "100",
            "Percentage of the back-ends that may be ejected at a time for failed requests; one always "
                    + "may, unless it is 0.");

    public static final Setting<Integer> PANIC = DECLARED.setting(
            "panic-percent",
            Kind.integer("PERCENT", 0, 100),
            "50",
            "Percentage of healthy back-ends below which checks are ignored, and no back-end is ejected for longer"
                    + " than ejection.first; 0 for never.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public Shares of(Values other) {
        return new Shares(other);
    }

    /** Returns true if one more may be ejected of {@code all} back-ends, that one included. */
    public boolean mayEject(int ejected, int all) {
        int percent = get(MOST_EJECTED);
        int most = percent == 0 ? 0 : Math.max(1, all * percent / 100);
        return ejected < most;
    }

    /** Returns true if there is panic; {@code all} are ready to take requests by their own account. */
    public boolean panics(int well, int all) {
        return (long) well * 100 < (long) all * get(PANIC);
    }
}
