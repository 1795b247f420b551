package io.gosling.replication.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The accounts of a co-op server's copies for all homes together under one quota; the copy that was
 * requested longest ago is evicted first. It does not hold the bytes. Used by one thread.
 */
public final class CopyQuotaAccounts {
    private final long quota;
    /** The one that was requested longest ago first. */
    private final LinkedHashMap<String, Copy> copies = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<String, Long> bytesByHome = new HashMap<>();
    private long bytes;
    private long reserved;

    /** @param quota bytes for all homes; 0 keeps nothing */
    public CopyQuotaAccounts(long quota) {
        this.quota = quota;
    }

    /**
     * A copy.
     *
     * @param version the home's number for these bytes
     * @param count requests since it was stored
     */
    public record Copy(String home, String path, long bytes, long version, long count) {}

    /**
     * The result of storing a fetched document.
     *
     * @param kept false for one that has no room, or is older than what is held
     * @param evicted the evicted copies, oldest first, and the older copy that the document itself outgrew: reported to
     *     the homes if configured
     */
    public record Admission(boolean kept, List<Copy> evicted) {
        public Admission {
            evicted = List.copyOf(evicted);
        }
    }

    /** The copy, if it is held; counts as a use. */
    public Optional<Copy> use(String home, String path) {
        return use(home, path, 1);
    }

    /** The copy, if it is held; counts as so many uses, the last of them now. */
    public Optional<Copy> use(String home, String path, long times) {
        Copy copy = copies.get(key(home, path));
        if (copy == null) {
            return Optional.empty();
        }
        Copy used = new Copy(home, path, copy.bytes(), copy.version(), copy.count() + times);
        copies.put(key(home, path), used);
        return Optional.of(used);
    }

    /** Stores a document that was fetched from its home. It replaces an older copy, but never a newer one. */
    public Admission keep(String home, String path, long length, long version) {
        Copy known = copies.get(key(home, path));
        if (known != null && known.version() > version) {
            return new Admission(false, List.of());
        }
        forget(home, path);
        Optional<List<Copy>> evicted = reserve(home, length);
        if (evicted.isEmpty()) {
            return new Admission(false, known == null ? List.of() : List.of(known));
        }
        release(home, length);
        copies.put(key(home, path), new Copy(home, path, length, version, 1));
        count(home, length);
        return new Admission(true, evicted.get());
    }

    /**
     * Reserves room for a document that is about to come from this home. The reservation counts as held until it is
     * released.
     *
     * @param length in bytes, 0 or more
     * @return the evicted copies, oldest first; empty, without a reservation, if there can be no room for so much now
     */
    public Optional<List<Copy>> reserve(String home, long length) {
        if (length > quota - reserved) {
            return Optional.empty();
        }
        List<Copy> evicted = new ArrayList<>();
        while (bytes + length > quota) {
            Copy least = copies.firstEntry().getValue();
            evicted.add(least);
            forget(least.home(), least.path());
        }
        reserved += length;
        count(home, length);
        return Optional.of(evicted);
    }

    /** Releases the reservation for a document of this length. */
    public void release(String home, long length) {
        reserved -= length;
        count(home, -length);
    }

    private void count(String home, long more) {
        bytes += more;
        bytesByHome.merge(home, more, Long::sum);
    }

    /** Drops a copy, for instance when its home reports that it has changed. */
    public void forget(String home, String path) {
        Copy copy = copies.remove(key(home, path));
        if (copy != null) {
            count(home, -copy.bytes());
        }
    }

    /** Number of requests for a copy since it was stored; 0 if there is none. */
    public long uses(String home, String path) {
        Copy copy = copies.get(key(home, path));
        return copy == null ? 0 : copy.count();
    }

    /** Bytes held for all homes, including reservations. */
    public long bytes() {
        return bytes;
    }

    /** The room that is reported to a home: the bytes that it may count on, including its own copies. */
    public long quotaFor(String home) {
        return quota - bytes + bytesByHome.getOrDefault(home, 0L);
    }

    private static String key(String home, String path) {
        // A path begins with a slash and a home has none.
        return home + path;
    }
}
