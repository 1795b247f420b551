package io.gosling.document;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the digests of files, so that each state of a file is hashed once. Used by all worker threads; one
 * lock, held for a map access. Bounded: the least recently used entry is evicted first.
 */
public final class EntityTagCache {
    /** Tags of small files that a node remembers. */
    private static final int SMALL = 65_536;

    private final int capacity;

    @GuardedBy("this")
    private final Map<String, Tagged> tags = new LinkedHashMap<>(16, 0.75f, true);

    private record Tagged(FileState state, FileContentMetadata digest) {}

    EntityTagCache(int capacity) {
        this.capacity = capacity;
    }

    /** Creates a cache for the small files of all directories of a node. */
    public static EntityTagCache ofSmallFiles() {
        return new EntityTagCache(SMALL);
    }

    synchronized @Nullable FileContentMetadata find(String key, FileState state) {
        Tagged tagged = tags.get(key);
        return tagged != null && tagged.state.equals(state) ? tagged.digest : null;
    }

    synchronized void remember(String key, FileState state, FileContentMetadata digest) {
        tags.put(key, new Tagged(state, digest));
        if (tags.size() > capacity) {
            tags.remove(tags.keySet().iterator().next());
        }
    }
}
