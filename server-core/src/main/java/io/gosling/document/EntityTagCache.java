package io.gosling.document;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the entity tags of hashed files, so that a large file is not read twice for each request. Used by all
 * worker threads; one lock, held for a map access. Bounded: the least recently used entry is evicted first.
 */
final class EntityTagCache {
    private final int capacity;

    @GuardedBy("this")
    private final Map<String, Tagged> tags = new LinkedHashMap<>(16, 0.75f, true);

    private record Tagged(FileStamp stamp, String tag) {}

    EntityTagCache(int capacity) {
        this.capacity = capacity;
    }

    synchronized @Nullable String find(String key, FileStamp stamp) {
        Tagged tagged = tags.get(key);
        return tagged != null && tagged.stamp.equals(stamp) ? tagged.tag : null;
    }

    synchronized void remember(String key, FileStamp stamp, String tag) {
        tags.put(key, new Tagged(stamp, tag));
        if (tags.size() > capacity) {
            tags.remove(tags.keySet().iterator().next());
        }
    }
}
