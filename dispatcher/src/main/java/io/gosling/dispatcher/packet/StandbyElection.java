package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;

/**
 * Elects the active one of several dispatchers of one cluster address, from the advertisements that each receives from
 * the others. The rules are those of VRRP (RFC 9568) without preemption.
 *
 * <pre>
 * waits -- nothing heard for the takeover time, and a little longer the lower its priority; knows its back-ends
 *   --&gt; active
 * active -- hears one of a higher priority (or as high, and a greater hardware address) --&gt; waits
 * active -- hears one of a lower --&gt; active, and announces the cluster address again to all hosts
 * waits -- hears that the active one leaves --&gt; as if nothing had been heard for the time
 * </pre>
 *
 * <p>So one that comes back waits, whatever its priority. Pure: time is a parameter, and the caller acts on the result.
 * Belongs to the dispatcher's thread.
 */
final class StandbyElection {
    /** Advertisements of the active dispatcher within the takeover time. */
    private static final int WORDS = 4;

    enum Turn {
        NONE,
        /** This one is active from now on. */
        TAKEN,
        /** It stays active, and has to announce that again. */
        CLAIMED,
        /** It waits from now on. */
        YIELDED
    }

    private final StandbySettings settings;
    private final long mac;
    private final long timeoutNanos;
    private final long skewNanos;
    private boolean active;
    private long heardNanos;
    private long saidNanos;
    private long claimedNanos;

    /** @param mac of the interface: 48 bits */
    StandbyElection(StandbySettings settings, long mac, long nanos) {
        this.settings = settings;
        this.mac = mac;
        this.timeoutNanos = settings.get(StandbySettings.TAKE_OVER_AFTER).toNanos();
        this.skewNanos = timeoutNanos / WORDS * (255 - settings.priority()) / 255;
        this.active = !settings.isShared();
        this.heardNanos = nanos;
    }

    boolean isActive() {
        return active;
    }

    Turn heard(StandbyAdvertisement other, long nanos) {
        if (!settings.isShared()) {
            return Turn.NONE;
        }
        if (!active) {
            heardNanos = other.leaves() ? nanos - timeoutNanos : nanos;
            return Turn.NONE;
        }
        if (other.leaves()) {
            return Turn.NONE;
        }
        boolean behind = other.priority() > settings.priority()
                || (other.priority() == settings.priority() && other.mac() > mac);
        if (behind) {
            active = false;
            heardNanos = nanos;
            return Turn.YIELDED;
        }
        // A flood of such advertisements is not answered by as many broadcast frames.
        if (nanos - claimedNanos < timeoutNanos / WORDS) {
            return Turn.NONE;
        }
        claimedNanos = nanos;
        return Turn.CLAIMED;
    }

    Turn tick(long nanos, boolean able) {
        if (active || !able || nanos - heardNanos < timeoutNanos + skewNanos) {
            return Turn.NONE;
        }
        active = true;
        saidNanos = nanos - timeoutNanos;
        claimedNanos = saidNanos;
        return Turn.TAKEN;
    }

    /** Extends the wait by a gap in which this process did not run. */
    void excuse(long gapNanos, long nanos) {
        long later = heardNanos + gapNanos;
        heardNanos = later - nanos < 0 ? later : nanos;
    }

    boolean isDue(long nanos) {
        return settings.isShared() && active && nanos - saidNanos >= timeoutNanos / WORDS;
    }

    void said(long nanos) {
        saidNanos = nanos;
    }
}
