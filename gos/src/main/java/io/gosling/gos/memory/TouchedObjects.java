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
    private final AtomicReference<@Nullable HotObject> top = new AtomicReference<>();

    void add(HotObject object, long nowNanos) {
        if (object.touch(nowNanos)) {
            push(object);
        }
    }

    /** Its counts have changed, though not by an access here. */
    void recounted(HotObject object) {
        if (object.beginListing()) {
            push(object);
        }
    }

    private void push(HotObject object) {
        HotObject seen;
        do {
            seen = top.get();
            object.linkTouched(seen);
        } while (!top.compareAndSet(seen, object));
    }

    List<HotObject> drain() {
        HotObject object = top.getAndSet(null);
        if (object == null) {
            return List.of();
        }
        List<HotObject> touched = new ArrayList<>();
        while (object != null) {
            touched.add(object);
            object = object.unlinkTouched();
        }
        touched.sort(Comparator.comparingLong(HotObject::drainedNanos));
        return touched;
    }
}
