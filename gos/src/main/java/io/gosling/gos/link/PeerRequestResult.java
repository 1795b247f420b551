package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.PeerRefusal;
import org.jspecify.annotations.Nullable;

/** The outcome of a question that a thread waits for. */
sealed interface PeerRequestResult {
    /** The reason why there is no answer; null for an answer. */
    @Nullable
    PeerRefusal refusal();

    record Got(PeerFrame frame) implements PeerRequestResult {
        @Override
        public @Nullable PeerRefusal refusal() {
            return null;
        }
    }

    record Refused(PeerRefusal refusal) implements PeerRequestResult {}
}
