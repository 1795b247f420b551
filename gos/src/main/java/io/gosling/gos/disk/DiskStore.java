package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects in a directory, within a number of bytes and a number of objects: what was written last is kept, and the oldest
 * sixteenth goes at a time.
 *
 * <pre>
 *   1 open:  the directory is this process's; nothing is found yet
 *   2 load:  the segments are scanned, without their bodies; what is purged meanwhile counts
 *   3 put, find; purge, at any time and without waiting for the disk; flush writes down what was purged
 * </pre>
 *
 * One thread loads, writes, flushes and closes; any may find and purge. What cannot be read, or is not what was written, is
 * not there.
 */
public final class DiskStore implements AutoCloseable {
    /** The least quota, in bytes. */
    public static final long LEAST = 16 << 20;

    /** What an object takes of the heap, in bytes, about. */
    public static final int HEAP_EACH = 160;

    private final OwnDirectory own;
    private final int objects;
    private final DiskFile.Opener opener;
    private final Catalogue catalogue = new Catalogue();
    private final Ring ring;
    private final DiskReaders readers;
    private final DiskSearch search;
    private final SeenPurges seen;

    private DiskStore(
            OwnDirectory own, long quota, int objects, DiskReaders readers, SeenPurges seen, DiskFile.Opener opener) {
        this.own = own;
        this.objects = objects;
        this.opener = opener;
        this.ring = new Ring(own.path(), opener, catalogue, quota, objects);
        this.readers = readers;
        this.search = new DiskSearch(catalogue, readers);
        this.seen = seen;
    }

    /**
     * Opens a directory, which is made if it is not there, for its owner alone.
     *
     * @param quota bytes, from {@link #LEAST}
     * @param objects that are found at most, from 16; each takes {@link #HEAP_EACH} bytes of heap
     * @param patience how long a read from the disk is waited for
     * @param ahead bytes that may have been read and not been taken yet, on the heap
     * @throws IOException when it cannot be read and written, is open to others, or another process has it
     */
    public static DiskStore open(Path directory, long quota, int objects, Duration patience, long ahead)
            throws IOException {
        return open(directory, quota, objects, new DiskReaders(patience, ahead), DiskFile::open);
    }

    static DiskStore open(Path directory, long quota, int objects, DiskReaders readers, DiskFile.Opener opener)
            throws IOException {
        OwnDirectory own = OwnDirectory.take(directory);
        boolean done = false;
        try {
            SeenPurges seen = SeenPurges.in(directory);
            DiskStore opened = new DiskStore(own, quota, objects, readers, seen, opener);
            done = true;
            return opened;
        } finally {
            if (!done) {
                own.close();
            }
        }
    }

    private Path heatFile() {
        return own.path().resolve("heat.gosling");
    }

    /**
     * Finds what is there: reads the labels, keys and heads of all records. To be tried again when it fails.
     *
     * @throws IOException when that cannot be done, as when the thread is interrupted; nothing is found then and nothing is
     *     lost
     */
    public void load() throws IOException {
        boolean done = false;
        try {
            if (!ring.scan(Heat.read(heatFile(), 2 * objects), seen.end())) {
                // Purges that are said to stand there may have been in what is missing.
                deleteAll();
            }
            done = true;
        } finally {
            if (done) {
                catalogue.loaded();
            } else {
                catalogue.unload();
            }
        }
        deleteWhatIsFlooded();
    }

    /** Whether what is there can be found. */
    public boolean isLoaded() {
        return catalogue.isLoaded();
    }

    /**
     * How many objects can be found; with them those that a purge of many objects means and nobody has met since, see
     * {@link #forget}.
     */
    public int size() {
        return catalogue.index().size();
    }

    /** Bytes of the segments. */
    public long bytes() {
        return ring.bytes();
    }

    /** The number of the oldest segment: what was written into older ones is gone. */
    public long oldest() {
        return ring.oldest();
    }

    /** Whether a body of so many bytes is written at all. */
    public boolean takes(int length) {
        return RecordCodec.about(length) <= ring.segmentBytes();
    }

    /**
     * The number of the segment that has an object of this key and identity; -1 when there is none.
     *
     * @param meant whether a purge of many objects, by its text, means it
     */
    public long place(String base, String key, long identity, Predicate<String> meant) {
        DiskIndex.Entry entry = catalogue.index().find(KeyHash.of(base), KeyHash.of(key));
        return entry != null && entry.identity() == identity && !isPurged(entry.number(), meant)
                ? entry.segment().number()
                : -1;
    }

    /** Whether a purge of many objects after a number means what {@code meant} says of its text. */
    public boolean isPurged(long number, Predicate<String> meant) {
        return catalogue.isPurged(number, meant);
    }

    /**
     * The object of a key; null when there is none, or it is not what was written.
     *
     * @param base what its variants have in common
     * @throws SlowDiskException when the disk is not waited for any longer
     * @throws IOException when it cannot be read
     */
    public @Nullable DiskReading find(String base, String key) throws IOException {
        return search.find(base, key);
    }

    /** The object of a base that was written last; null when there is none. Fails as {@link #find} does. */
    public @Nullable DiskReading findAny(String base) throws IOException {
        return search.findAny(base);
    }

    /**
     * The keys of what is there, those that were asked for most first; each is read when it is taken.
     *
     * @param wanted whether something that was read is meant; its bytes are not to be read
     */
    public Stream<String> hottest(Predicate<DiskReading> wanted) {
        return search.hottest(wanted);
    }

    /** What was read is found no more: a purge of many objects means it, and its place in the index is another's. */
    public void forget(String base, DiskReading purged) {
        catalogue.index().remove(KeyHash.of(base), purged.place());
    }

    /** How often an object was asked for, as of now. */
    public void count(String base, String key, float count) {
        DiskIndex.Entry entry = catalogue.index().find(KeyHash.of(base), KeyHash.of(key));
        if (entry != null) {
            entry.count(count);
        }
    }

    /** All counts are so many times what they were. */
    public void age(double factor) {
        catalogue.index().all().forEach(entry -> entry.count((float) (entry.count() * factor)));
    }

    /** Writes down all counts, for a process after this one. */
    public void keepCounts() throws IOException {
        if (isLoaded()) {
            Heat.write(catalogue.index().all(), heatFile(), opener);
        }
    }

    /**
     * Writes an object; an older one of its key is not found any more.
     *
     * @param good whether nobody has purged it, asked when it is there and before it is found
     * @return the number of the segment that has it; -1 when it is too large for a sixteenth of the quota, or is not good
     * @throws IOException when the disk does not take it; nothing of it is there then, and what was there stays
     */
    public long put(DiskRecord record, BooleanSupplier good) throws IOException {
        byte[] front = RecordCodec.front(record);
        if (front == null
                || RecordCodec.length(front.length, record.body().remaining()) > ring.segmentBytes()
                || !isLoaded()) {
            return -1;
        }
        // What was purged before it was looked at stands before it.
        writeNotes();
        Ring.Place place = ring.append(front, record.body(), 1);
        boolean added = catalogue.add(
                KeyHash.of(record.base()),
                KeyHash.of(record.key()),
                record.identity(),
                place.segment(),
                place.offset(),
                record.body().remaining(),
                record.count(),
                good);
        return added ? place.segment().number() : -1;
    }

    /**
     * These are never found again by this process, nor by one after it once they were flushed. Waits for nothing.
     *
     * @param bases whose variants are meant
     * @param texts that say which objects are meant, to those who ask; none is empty
     * @param above done when they are not found any more, in one step with it for whoever writes; short
     */
    public void purge(Collection<String> bases, Collection<String> texts, Runnable above) {
        catalogue.purge(bases.stream().map(KeyHash::of).distinct().toList(), texts, above);
    }

    /**
     * The numbered purges that a process before this one has written down here, by stream the last number of each: what was
     * written here since is not meant by them.
     */
    public Map<Long, Long> seen() {
        return seen.numbers();
    }

    /** Writes down what was purged, of purges without numbers. */
    void flush() throws IOException {
        flush(seen.numbers());
    }

    /**
     * Writes down what was purged; where that was more than can be remembered, deletes everything. Where the disk does not
     * take it, the oldest segment goes for each that it did not take: what was purged counts for more than what is kept.
     *
     * @param numbered purges that were told here before, by stream the last number of each
     * @throws IOException when the disk does not take it; it is tried again with the next
     */
    public void flush(Map<Long, Long> numbered) throws IOException {
        if (!isLoaded()) {
            return;
        }
        deleteWhatIsFlooded();
        writeNotes();
        ring.makeRoom();
        if (!numbered.equals(seen.numbers()) && ring.sync()) {
            seen.write(numbered, ring.end(), opener);
        }
    }

    private void deleteWhatIsFlooded() throws IOException {
        if (catalogue.isFlooded()) {
            deleteAll();
        }
    }

    private void deleteAll() throws IOException {
        ring.deleteAll();
        catalogue.emptied();
    }

    private void writeNotes() throws IOException {
        List<Note> notes = catalogue.takeNotes();
        int written = 0;
        try {
            for (Note note : notes) {
                write(note);
                written++;
            }
        } finally {
            catalogue.giveBack(notes.subList(written, notes.size()));
        }
    }

    /** Where nothing is left that it could mean, it is not needed. */
    private void write(Note note) throws IOException {
        byte[] bytes = RecordCodec.front(note);
        try {
            ring.append(bytes, ByteBuffer.allocate(0), 0);
        } catch (IOException e) {
            ring.deleteOldest();
            if (!ring.isEmpty()) {
                ring.append(bytes, ByteBuffer.allocate(0), 0);
            }
        }
    }

    /** Writes down what was purged, and gives the directory back at last. */
    @Override
    public void close() throws IOException {
        try (own) {
            try {
                flush();
            } finally {
                readers.close();
                catalogue.unload();
                ring.seal();
            }
        }
    }
}
