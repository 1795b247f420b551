package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;

/**
 * Which of several dispatchers of one cluster address is the active one, by what each hears of the others; the rules are those
 * of VRRP (RFC 9568) where nobody is pushed away.
 *
 * <pre>
 * waits -- nothing heard for the time to take over, and a little longer the lower its priority; knows its back-ends --&gt; active
 * active -- hears one of a higher priority (or as high, and a greater hardware address) --&gt; waits
 * active -- hears one of a lower --&gt; active, and says again to everybody that the cluster address is here
 * waits -- hears that the active one leaves --&gt; as if nothing had been heard for the time
 * </pre>
 *
 * <p>So one that comes back waits, whatever its priority. Pure: time is a parameter, and what follows is somebody else's to do.
 * Belongs to the dispatcher's thread.
 */
final class StandBy {
    /** Words of the active one in the time after which it is missed. */
    private static final int WORDS = 4;

    /** What has changed. */
    enum Turn {
        /** Nothing. */
        NONE,
        /** This one is active from now on. */
        TAKEN,
        /** It stays active, and others have to hear so again; not more often than it says so anyway. */
        CLAIMED,
        /** It waits from now on. */
        YIELDED
    }

    private final StandBySettings settings;
    private final long mac;
    private final long patienceNanos;
    private final long skewNanos;
    private boolean active;
    private long heardNanos;
    private long saidNanos;
    private long claimedNanos;

    /** @param mac of the interface: 48 bits */
    StandBy(StandBySettings settings, long mac, long nanos) {
        this.settings = settings;
        this.mac = mac;
        this.patienceNanos = settings.takeOverAfter().toNanos();
        this.skewNanos = patienceNanos / WORDS * (255 - settings.priority()) / 255;
        this.active = !settings.isShared();
        this.heardNanos = nanos;
    }

    boolean isActive() {
        return active;
    }

    /** Another one of the same cluster address says that it is active, or leaves. */
    Turn heard(StandbyAdvertisement other, long nanos) {
        if (!settings.isShared()) {
            return Turn.NONE;
        }
        if (!active) {
            heardNanos = other.leaves() ? nanos - patienceNanos : nanos;
            return Turn.NONE;
        }
        if (other.leaves()) {
            return Turn.NONE;
        }
        if (isBehind(other)) {
            active = false;
            heardNanos = nanos;
            return Turn.YIELDED;
        }
        // Whoever sends such words without end is not answered by as many frames to everybody.
        if (nanos - claimedNanos < patienceNanos / WORDS) {
            return Turn.NONE;
        }
        claimedNanos = nanos;
        return Turn.CLAIMED;
    }

    private boolean isBehind(StandbyAdvertisement other) {
        return other.priority() > settings.priority() || (other.priority() == settings.priority() && other.mac() > mac);
    }

    /** Time passes. */
    Turn tick(long nanos, boolean able) {
        if (active || !able || nanos - heardNanos < patienceNanos + skewNanos) {
            return Turn.NONE;
        }
        active = true;
        saidNanos = nanos - patienceNanos;
        claimedNanos = saidNanos;
        return Turn.TAKEN;
    }

    /** For so long it did not run: whoever was to be heard meanwhile has as much more time. */
    void excuse(long gapNanos, long nanos) {
        long later = heardNanos + gapNanos;
        heardNanos = later - nanos < 0 ? later : nanos;
    }

    /** Whether it is time to say that it is active. */
    boolean isDue(long nanos) {
        return settings.isShared() && active && nanos - saidNanos >= patienceNanos / WORDS;
    }

    /** It was said: what could not be sent is due as before. */
    void said(long nanos) {
        saidNanos = nanos;
    }
}
