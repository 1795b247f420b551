package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.PeerRefusal;

/** The outcome of a question that a thread waits for. */
sealed interface PeerRequestResult {
    record Got(PeerFrame frame) implements PeerRequestResult {}

    record Refused(PeerRefusal refusal) implements PeerRequestResult {}
}
