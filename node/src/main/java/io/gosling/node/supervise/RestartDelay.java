package io.gosling.node.supervise;

import java.time.Duration;

/** The delay before a process that died is started again: 250 ms, doubled for each early death up to 10 s. Pure. */
public record RestartDelay(int earlyDeaths) {
    private static final Duration FIRST = Duration.ofMillis(250);
    private static final Duration MOST = Duration.ofSeconds(10);
    private static final Duration EARLY = Duration.ofSeconds(30);
    private static final int MOST_DOUBLINGS = 6;

    public static final RestartDelay NONE = new RestartDelay(0);

    public RestartDelay after(Duration life) {
        return new RestartDelay(life.compareTo(EARLY) < 0 ? Math.min(earlyDeaths + 1, MOST_DOUBLINGS + 1) : 1);
    }

    /** The wait; nothing before the first death. */
    public Duration duration() {
        if (earlyDeaths == 0) {
            return Duration.ZERO;
        }
        Duration doubled = FIRST.multipliedBy(1L << (earlyDeaths - 1));
        return doubled.compareTo(MOST) < 0 ? doubled : MOST;
    }
}
