package io.gosling.dispatcher.health;

/**
 * The results of the health checks of one back-end, and the time of its next check. A back-end is healthy until checks
 * fail. Pure: time and chance are parameters. Not thread-safe.
 */
public final class HealthCheckState {
    /** Jitter of the interval, as a part of it, so that front-ends do not check in step. */
    private static final double JITTER = 0.2;

    private HealthCheckSettings settings;
    private boolean well = true;
    private boolean underWay;
    private int against;
    private boolean planned;
    private long nextNanos;
    private long passed;
    private long failed;

    public HealthCheckState(HealthCheckSettings settings) {
        this.settings = settings;
    }

    /** Takes other settings; without checks the back-end is healthy. */
    public void change(HealthCheckSettings other) {
        settings = other;
        planned = false;
        if (other.get(HealthCheckSettings.BY) == HealthCheckSettings.Means.OFF) {
            well = true;
            against = 0;
        }
    }

    /**
     * Begins a due check, until {@link #ended} or {@link #dropped}; returns false if none is due.
     *
     * @param chance from 0 to 1, evenly
     */
    public boolean begins(OutlierDetection requests, long nanos, double chance) {
        if (!planned) {
            // The first ones are spread over an interval, as the back-ends become known all at once.
            planned = true;
            nextNanos = nanos
                    + (long)
                            (chance * settings.get(HealthCheckSettings.INTERVAL).toNanos());
        }
        if (underWay || nanos - nextNanos < 0) {
            return false;
        }
        nextNanos = nanos
                + (long) (settings.get(HealthCheckSettings.INTERVAL).toNanos() * (1 - JITTER + 2 * JITTER * chance));
        if (settings.skipsBusy()
                && well
                && requests.answeredWithin(
                        settings.get(HealthCheckSettings.INTERVAL).toNanos(), nanos)) {
            against = 0;
            return false;
        }
        underWay = true;
        return true;
    }

    /** A check could not be made, and says nothing about the back-end. */
    public void dropped() {
        underWay = false;
    }

    /** A check is over. Returns true if that changes whether the back-end is healthy. */
    public boolean ended(boolean answeredWell) {
        underWay = false;
        if (settings.get(HealthCheckSettings.BY) == HealthCheckSettings.Means.OFF) {
            return false; // turned off meanwhile
        }
        if (answeredWell) {
            passed++;
        } else {
            failed++;
        }
        against = answeredWell == well ? 0 : against + 1;
        if (against < (well ? settings.get(HealthCheckSettings.FALL) : settings.get(HealthCheckSettings.RISE))) {
            return false;
        }
        against = 0;
        well = answeredWell;
        return true;
    }

    /** False from the last of {@code fall} failed checks in a row to the last of {@code rise} passed ones. */
    public boolean well() {
        return well;
    }

    public long passed() {
        return passed;
    }

    public long failed() {
        return failed;
    }
}
