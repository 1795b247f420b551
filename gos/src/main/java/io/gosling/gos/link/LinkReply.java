package io.gosling.gos.link;

import io.gosling.gos.space.PeerRefusal;

/** The outcome of a question that a thread waits for. */
sealed interface LinkReply<T> {
    record Got<T>(T value) implements LinkReply<T> {}

    record Refused<T>(PeerRefusal why) implements LinkReply<T> {}
}
