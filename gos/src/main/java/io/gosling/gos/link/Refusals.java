package io.gosling.gos.link;

import io.gosling.gos.membership.Suspects;
import io.gosling.gos.space.PeerRefusal;

/** The consequences of a refusal: a text for the log, and the back-off of its node. Pure but for the latter. */
final class Refusals {
    private Refusals() {}

    static String text(PeerRefusal why) {
        return switch (why) {
            case PeerRefusal.NotHeld none -> "holds no copy";
            case PeerRefusal.Behind behind -> "may not have heard yet of a purge";
            case PeerRefusal.Busy busy -> "has too much in hand";
            case PeerRefusal.Silent silent -> silent.why();
            case PeerRefusal.Failed failed -> failed.why();
            case PeerRefusal.Unasked unasked -> unasked.why();
            case PeerRefusal.Gone gone -> gone.why();
        };
    }

    /** Reports the end of a question that {@link Suspects#mayAsk} allowed. */
    static void report(PeerRefusal why, int tag, Suspects suspects) {
        switch (why) {
            case PeerRefusal.NotHeld none -> suspects.answered(tag);
            case PeerRefusal.Behind behind -> suspects.answered(tag);
            case PeerRefusal.Busy busy -> suspects.answered(tag);
            case PeerRefusal.Failed failed -> suspects.answered(tag);
            case PeerRefusal.Silent silent -> suspects.failed(tag);
            case PeerRefusal.Unasked unasked -> suspects.untested(tag);
            case PeerRefusal.Gone gone -> suspects.stopped(tag);
        }
    }
}
