package io.gosling.gos.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The objects that were requested since the last drain, or whose counts have changed, each once. Event loops push
 * without a lock and without allocating: the list runs through the objects themselves. One writer at a time drains it.
 */
final class TouchedObjects {
    private final AtomicReference<@Nullable InMemoryObject> top = new AtomicReference<>();

    void add(InMemoryObject object, long nowNanos) {
        if (object.touch(nowNanos)) {
            push(object);
        }
    }

    /** Its counts have changed, though not by an access here. */
    void recounted(InMemoryObject object) {
        if (object.beginListing()) {
            push(object);
        }
    }

    private void push(InMemoryObject object) {
        InMemoryObject seen;
        do {
            seen = top.get();
            object.linkTouched(seen);
        } while (!top.compareAndSet(seen, object));
    }

    List<InMemoryObject> drain() {
        InMemoryObject object = top.getAndSet(null);
        if (object == null) {
            return List.of();
        }
        List<InMemoryObject> touched = new ArrayList<>();
        while (object != null) {
            touched.add(object);
            object = object.unlinkTouched();
        }
        touched.sort(Comparator.comparingLong(InMemoryObject::drainedNanos));
        return touched;
    }
}
