package io.gosling.replication.home;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/** Settings of the pages that are kept as rendered, with chosen links, for the event-loop path. */
public record RenderedVariantSettings(Values values) implements SettingGroup<RenderedVariantSettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Duration> AGE = DECLARED.setting(
            "replication.choice-age",
            Kind.duration(Duration.ZERO, Duration.ofSeconds(10)),
            "1s",
            "Longest time for which a page in memory is sent with the same choice of links, one of several kept at a"
                    + " time; 0s chooses for each response.");

    public static final Setting<Long> MEMORY = DECLARED.setting(
            "replication.choice-memory",
            Kind.size(0, 1L << 40),
            "16MiB",
            "Memory for pages that are kept with their links chosen; for pages beyond it links are chosen for each"
                    + " response.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public RenderedVariantSettings of(Values other) {
        return new RenderedVariantSettings(other);
    }
}
