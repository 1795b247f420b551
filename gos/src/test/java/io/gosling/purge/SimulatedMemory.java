package io.gosling.purge;

import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A node's copies in the model: a version for a key, and the fills under way. */
class SimulatedMemory implements PurgeableCopies {
    static final class Fill {
        final String key;
        boolean open = true;

        Fill(String key) {
            this.key = key;
        }
    }

    record Copy(long version, long serial) {}

    private final Map<String, Copy> copies = new HashMap<>();
    private final List<Fill> fills = new ArrayList<>();
    private long serial;
    private long provenFrom;

    @Override
    public void apply(PurgeRequest purge) {
        fills.stream().filter(fill -> selects(purge, fill.key)).forEach(this::close);
        copies.keySet().removeIf(key -> selects(purge, key));
    }

    @Override
    public void doubt() {
        fills.forEach(this::close);
        provenFrom = ++serial;
    }

    void close(Fill fill) {
        fill.open = false;
    }

    Fill open(String key) {
        Fill fill = new Fill(key);
        fills.add(fill);
        return fill;
    }

    void end(Fill fill, long version) {
        fills.remove(fill);
        if (fill.open) {
            copies.put(fill.key, new Copy(version, ++serial));
        }
    }

    boolean isProven(Copy copy) {
        return copy.serial() >= provenFrom;
    }

    int fills() {
        return fills.size();
    }

    @Nullable
    Copy copy(String key) {
        return copies.get(key);
    }

    void forEach(BiConsumer<String, Copy> each) {
        copies.forEach(each);
    }

    private static boolean selects(PurgeRequest purge, String key) {
        for (PurgeSelector selector : purge.selectors()) {
            if (selector instanceof PurgeSelector.Url ? selector.name().equals(key) : key.startsWith(selector.name())) {
                return true;
            }
        }
        return false;
    }
}
