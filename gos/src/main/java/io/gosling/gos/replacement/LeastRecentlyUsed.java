package io.gosling.gos.replacement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * LRU: keeps every newcomer and evicts the least recently used object first. Remembers nothing of objects that are not
 * kept. Not safe for concurrent use.
 */
final class LeastRecentlyUsed implements ReplacementPolicy {
    /** Bytes by key, the least recently used object first. */
    private final LinkedHashMap<String, Long> objects = new LinkedHashMap<>();

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        List<String> victims = new ArrayList<>();
        long free = freeBytes;
        for (Map.Entry<String, Long> object : objects.entrySet()) {
            if (free >= newcomer.bytes()) {
                break;
            }
            victims.add(object.getKey());
            free += object.getValue();
        }
        return new Decision.Keep(victims);
    }

    @Override
    public void kept(String key, Figures figures) {
        objects.put(key, figures.bytes());
    }

    @Override
    public void touched(String key, Figures figures) {
        Long bytes = objects.get(key);
        if (bytes != null) {
            objects.putLast(key, bytes);
        }
    }

    @Override
    public void removed(String key) {
        objects.remove(key);
    }

    @Override
    public List<String> nextToGo(int most) {
        return objects.keySet().stream().limit(most).toList();
    }
}
