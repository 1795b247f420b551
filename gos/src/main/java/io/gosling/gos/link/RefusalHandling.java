package io.gosling.gos.link;

import io.gosling.gos.membership.AdaptiveTimeout;
import io.gosling.gos.membership.SuspectNodes;
import io.gosling.gos.space.PeerRefusal;
import org.jspecify.annotations.Nullable;

/** The consequences of a refusal: the back-off of its node, and its times. */
final class RefusalHandling {
    private RefusalHandling() {}

    /** The reason that a reply gives; null if it is an answer. */
    static @Nullable PeerRefusal of(PeerRequestResult reply) {
        return reply instanceof PeerRequestResult.Refused refused ? refused.refusal() : null;
    }

    /**
     * Reports the end of a question that {@link SuspectNodes#mayAsk} allowed.
     *
     * @param why null for an answer
     */
    static void report(@Nullable PeerRefusal why, int tag, SuspectNodes suspects) {
        switch (why) {
            case PeerRefusal.Silent silent -> suspects.failed(tag);
            case PeerRefusal.Unasked unasked -> suspects.untested(tag);
            case PeerRefusal.Gone gone -> suspects.stopped(tag);
            case null -> suspects.answered(tag);
            default -> suspects.answered(tag);
        }
    }

    /** The same, and counts the time that the question took. */
    static void report(
            @Nullable PeerRefusal why, int tag, SuspectNodes suspects, AdaptiveTimeout times, long tookNanos) {
        report(why, tag, suspects);
        if (why instanceof PeerRefusal.Silent) {
            times.missed();
        } else if (why == null || why instanceof PeerRefusal.NotHeld) {
            times.took(tookNanos);
        }
    }
}
