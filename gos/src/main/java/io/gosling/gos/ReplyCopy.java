package io.gosling.gos;

import io.gosling.caching.StoredReply;
import io.gosling.document.Body;
import io.gosling.document.Representation;
import java.util.Objects;

/** A stored response of an origin with a reference to its bytes. Owned by one thread, which closes it once. */
public final class ReplyCopy implements AutoCloseable {
    private final HotObject object;

    ReplyCopy(HotObject object) {
        this.object = object;
    }

    HotObject object() {
        return object;
    }

    public StoredReply reply() {
        return Objects.requireNonNull(object.reply());
    }

    public Representation representation() {
        return object.document().representation();
    }

    /** The bytes, with a reference of their own. */
    public Body body() {
        return new Body.InMemory(object.document().body().retainedDuplicate());
    }

    @Override
    public void close() {
        object.document().release();
    }
}
