package io.gosling.origin.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.http.Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An index of URLs that are not simply one object each: those whose responses vary, with the headers; those that are
 * hit-for-miss; and those whose ranges pass unchanged. Bounded in number and in characters: the least recently used URL
 * is evicted, with its copies.
 *
 * <p>Safe for use by many threads; its monitor is held for a few map accesses.
 */
final class VariantIndex {
    /** Variants of one URL; further ones displace the oldest. */
    static final int MOST_VARIANTS = 64;

    /** Characters for each URL that may be remembered, on average. */
    private static final int MOST_CHARACTERS = 512;

    private static final int MOST_PLACES = 1 << 12;
    private static final Pattern NEAR = Pattern.compile("[^/]*://([^/?]*(?:/[^/?]*)?).*", Pattern.DOTALL);

    private final int most;
    private final long hitForMissNanos;
    private final Consumer<List<String>> drop;

    @GuardedBy("this")
    private final Map<String, Note> notes = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("this")
    private long characters;

    private final Set<String> varied = ConcurrentHashMap.newKeySet();

    /** The same URLs, for readers without the monitor. */
    private final Set<String> noted = ConcurrentHashMap.newKeySet();

    /** The facts that hold of a URL for the hit-for-miss time. */
    private enum State {
        HIT_FOR_MISS,
        RANGES_PASS,
        /** A range of it was of another version. */
        CHANGED
    }

    /** The properties of a URL; a state with the time by the ticker at which it ends. */
    private static final class Note {
        private List<String> names = List.of();
        private final LinkedHashSet<String> variants = new LinkedHashSet<>();
        private final Map<State, Long> until = new EnumMap<>(State.class);

        boolean is(State state, long nowNanos) {
            Long end = until.get(state);
            return end != null && end - nowNanos > 0;
        }

        int characters() {
            return variants.stream().mapToInt(String::length).sum();
        }
    }

    /**
     * The cache key for a request's response, with the properties of its URL.
     *
     * @param varies true if the URL's responses vary
     * @param hitForMiss true if requests for it do not wait for each other (hit-for-miss)
     * @param rangesPass true if range requests for it are forwarded unchanged
     */
    record Key(String key, boolean varies, boolean hitForMiss, boolean rangesPass) {}

    /** Creates an index of at most {@code most} URLs; {@code drop} removes copies, without the monitor. */
    VariantIndex(int most, Duration hitForMiss, Consumer<List<String>> drop) {
        this.most = most;
        this.hitForMissNanos = hitForMiss.toNanos();
        this.drop = drop;
    }

    /** Returns whether a URL is in the index. No lock. */
    boolean has(String url) {
        return noted.contains(url);
    }

    synchronized Key find(String url, Headers request, long nowNanos) {
        Note note = notes.get(url);
        if (note == null) {
            return new Key(url, false, false, false);
        }
        boolean varies = !note.names.isEmpty();
        String key = varies ? ResponseMemory.key(url, VariantKeyBuilder.key(note.names, request)) : url;
        note.until.values().removeIf(end -> end - nowNanos <= 0);
        return new Key(
                key, varies, note.until.containsKey(State.HIT_FOR_MISS), note.until.containsKey(State.RANGES_PASS));
    }

    @GuardedBy("this")
    private Note note(String url) {
        Note note = notes.get(url);
        if (note == null) {
            note = new Note();
            notes.put(url, note);
            noted.add(url);
            characters += url.length();
        }
        return note;
    }

    @GuardedBy("this")
    private void forget(String url) {
        Note note = notes.remove(url);
        if (note != null) {
            noted.remove(url);
            characters -= url.length() + note.characters();
        }
    }

    void markHitForMiss(String url, long nowNanos) {
        mark(url, State.HIT_FOR_MISS, nowNanos);
    }

    /** Forwards range requests for a URL unchanged for a while. */
    void passRanges(String url, long nowNanos) {
        mark(url, State.RANGES_PASS, nowNanos);
    }

    /** Records a range of another version. Twice within the time, servers disagree about tags, and ranges pass. */
    void changed(String url, long nowNanos) {
        mark(url, State.CHANGED, nowNanos);
    }

    private void mark(String url, State state, long nowNanos) {
        List<String> gone;
        synchronized (this) {
            Note note = note(url);
            if (state == State.CHANGED && note.is(state, nowNanos)) {
                note.until.put(State.RANGES_PASS, nowNanos + hitForMissNanos);
            }
            note.until.put(state, nowNanos + hitForMissNanos);
            gone = forgetOldest();
        }
        drop.accept(gone);
    }

    /** Records the key of a response to be stored, and shared or not, by the names of the headers that it varies by. */
    void place(String url, List<String> names, String key, boolean shared) {
        List<String> gone = new ArrayList<>();
        if (!names.isEmpty()) {
            noteVaried(url);
        }
        synchronized (this) {
            Note note = names.isEmpty() ? notes.get(url) : note(url);
            if (note != null) {
                if (shared) {
                    note.until.remove(State.HIT_FOR_MISS);
                }
                characters -= note.characters();
                if (!note.names.equals(names)) {
                    gone.addAll(note.variants);
                    gone.add(url);
                    note.variants.clear();
                    note.names = names;
                }
                if (!names.isEmpty()) {
                    note.variants.add(key);
                    gone.remove(key);
                    if (note.variants.size() > MOST_VARIANTS) {
                        gone.add(note.variants.removeFirst());
                    }
                }
                characters += note.characters();
                if (names.isEmpty() && note.until.isEmpty()) {
                    forget(url);
                }
                gone.addAll(forgetOldest());
            }
        }
        drop.accept(gone);
    }

    /** The host, and the first part of the path: responses of one application mostly vary by the same headers. */
    static String near(String url) {
        return NEAR.matcher(url).replaceFirst("$1");
    }

    private void noteVaried(String url) {
        String near = near(url);
        if (!varied.contains(near)) {
            if (varied.size() >= MOST_PLACES) {
                // After this, changes of forgotten URLs are announced within a second, and not at once, until they
                // vary again.
                varied.clear();
            }
            varied.add(near);
        }
    }

    /** Returns true if a response varied whose URL shares host and first path slice with this one. */
    boolean varyNear(String url) {
        return varied.contains(near(url));
    }

    /** All keys under which there may be a response of this URL. */
    synchronized List<String> keys(String url) {
        Note note = notes.get(url);
        Stream<String> variants = note == null ? Stream.empty() : note.variants.stream();
        return Stream.concat(Stream.of(url), variants).toList();
    }

    @GuardedBy("this")
    private List<String> forgetOldest() {
        List<String> gone = new ArrayList<>();
        while (notes.size() > most || characters > (long) most * MOST_CHARACTERS) {
            Map.Entry<String, Note> oldest = notes.entrySet().iterator().next();
            gone.addAll(oldest.getValue().variants);
            forget(oldest.getKey());
        }
        return gone;
    }
}
