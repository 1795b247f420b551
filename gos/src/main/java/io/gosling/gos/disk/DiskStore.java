package io.gosling.gos.disk;

import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store of objects in a directory, bounded in bytes and in objects: the newest records are kept, and the oldest
 * sixteenth is deleted at a time.
 *
 * <pre>
 *   1 open:  the directory belongs to this process; nothing is found yet
 *   2 load:  the segment files are scanned, without their bodies; purges meanwhile count
 *   3 put, find; purge, at any time and without waiting for the disk; flush writes the purges to disk
 * </pre>
 *
 * <p>One thread loads, writes, flushes and closes; any may find and purge. A record that cannot be read, or differs
 * from what was written, counts as absent. Lookups and purges meet under the monitor of {@link DiskCatalogue}, so that
 * one of the two sees the other.
 */
public final class DiskStore implements AutoCloseable {
    /** The least quota, in bytes. */
    public static final long LEAST = 16 << 20;

    /** The approximate heap size of an object's index entry, in bytes. */
    public static final int HEAP_EACH = 160;

    private final LockedDirectory own;
    private final int objects;
    private final AppendOnlyFile.Opener opener;
    private final DiskCatalogue catalogue = new DiskCatalogue();
    private final SegmentFiles segmentFiles;
    private final DiskReaderThreads readers;
    private final PurgeCheckpoint seen;

    private DiskStore(
            LockedDirectory own,
            long quota,
            int objects,
            DiskReaderThreads readers,
            PurgeCheckpoint seen,
            AppendOnlyFile.Opener opener) {
        this.own = own;
        this.objects = objects;
        this.opener = opener;
        this.segmentFiles = new SegmentFiles(own.path(), opener, catalogue, quota, objects);
        this.readers = readers;
        this.seen = seen;
    }

    /**
     * Opens a directory, and creates it with owner-only access if it does not exist.
     *
     * @param quota bytes, from {@link #LEAST}
     * @param objects the most objects, from 16; each takes {@link #HEAP_EACH} bytes of heap
     * @param timeout the timeout of a read from the disk
     * @param ahead bytes that may be read ahead and not consumed yet, on the heap
     * @throws IOException when it cannot be read and written, is accessible to others, or another process uses it
     */
    public static DiskStore open(Path directory, long quota, int objects, Duration timeout, long ahead)
            throws IOException {
        return open(directory, quota, objects, new DiskReaderThreads(timeout, ahead), AppendOnlyFile::open);
    }

    static DiskStore open(
            Path directory, long quota, int objects, DiskReaderThreads readers, AppendOnlyFile.Opener opener)
            throws IOException {
        LockedDirectory own = LockedDirectory.take(directory);
        try {
            PurgeCheckpoint seen = PurgeCheckpoint.in(directory);
            return new DiskStore(own, quota, objects, readers, seen, opener);
        } catch (Throwable e) {
            own.close();
            throw e;
        }
    }

    private Path heatFile() {
        return own.path().resolve("heat.gosling");
    }

    /**
     * Scans the directory: reads the labels, keys and heads of all records. To be tried again when it fails.
     *
     * @throws IOException when that cannot be done, as when the thread is interrupted; nothing is found then and
     *     nothing is lost
     */
    public void load() throws IOException {
        boolean done = false;
        try {
            if (!segmentFiles.scan(AccessCountFile.read(heatFile(), 2 * objects), seen.end())) {
                // Purges that are recorded as present may have been in the missing part.
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

    /** Returns true if the objects on disk can be found. */
    public boolean isLoaded() {
        return catalogue.isLoaded();
    }

    /**
     * The number of objects that can be found, including those that a purge of many objects selects and that are not
     * dropped yet, see {@link #forget}.
     */
    public int size() {
        return catalogue.index.size();
    }

    public long bytes() {
        return segmentFiles.bytes();
    }

    /** The number of the oldest segment file; the contents of older ones are gone. */
    public long oldest() {
        return segmentFiles.oldest();
    }

    /** Returns true if a body of so many bytes is written at all. */
    public boolean takes(int length) {
        return RecordCodec.about(length) <= segmentFiles.segmentBytes;
    }

    /**
     * The number of the segment file with an object of this key and identity; -1 when there is none.
     *
     * @param meant true if a purge of many objects, by its text, selects it
     */
    public long place(String base, String key, long identity, Predicate<String> meant) {
        DiskIndex.Entry entry = catalogue.index.find(KeyHash.of(base), KeyHash.of(key));
        return entry != null && entry.identity == identity && !isPurged(entry.number, meant)
                ? entry.segment.number
                : -1;
    }

    /**
     * Returns true if a purge of many objects after a number selects the object, by {@code meant} applied to its text.
     */
    public boolean isPurged(long number, Predicate<String> meant) {
        return catalogue.isPurged(number, meant);
    }

    /**
     * The object of a key; null when there is none, or it is damaged.
     *
     * @param base the common part of its variants' keys
     * @throws SlowDiskException when the disk took too long
     * @throws IOException when it cannot be read
     */
    public @Nullable RecordInputStream find(String base, String key) throws IOException {
        RecordInputStream found = read(catalogue.index.find(KeyHash.of(base), KeyHash.of(key)), base);
        if (found != null && !found.key().equals(key)) {
            found.close();
            return null;
        }
        return found;
    }

    /** The object of a base that was written last; null when there is none. Fails as {@link #find} does. */
    public @Nullable RecordInputStream findAny(String base) throws IOException {
        return read(catalogue.index.any(KeyHash.of(base)), base);
    }

    private @Nullable RecordInputStream read(DiskIndex.@Nullable Entry entry, String base) throws IOException {
        if (entry == null || !catalogue.isLoaded()) {
            return null;
        }
        // A record that is damaged now may be readable after a restart: it has to be gone then too.
        Runnable damaged = () -> catalogue.purge(List.of(KeyHash.of(base)), List.of(), () -> {});
        try {
            return read(entry, damaged);
        } catch (NoSuchFileException | StreamCorruptedException e) {
            // The oldest segment file was just deleted, or there are other bytes than were written.
            return null;
        } catch (EOFException e) {
            damaged.run();
            return null;
        }
    }

    private @Nullable RecordInputStream read(DiskIndex.Entry entry, Runnable damaged) throws IOException {
        int reserved = readers.reserve(Math.min(entry.length, RecordInputStream.AHEAD));
        try {
            return readers.<@Nullable RecordInputStream>call(() -> read(entry, damaged, reserved), DiskStore::drop);
        } catch (SlowDiskException e) {
            if (!e.isHanging()) {
                readers.giveBack(reserved);
            }
            throw e;
        }
    }

    private @Nullable RecordInputStream read(DiskIndex.Entry entry, Runnable damaged, int reserved) throws IOException {
        RecordInputStream read = null;
        try {
            read = entry.segment.read(entry, readers, damaged);
            return read;
        } finally {
            if (read == null) {
                readers.giveBack(reserved);
            }
        }
    }

    private static void drop(@Nullable RecordInputStream late) {
        if (late != null) {
            late.close();
        }
    }

    /**
     * The keys of the objects, the most requested first; each object is read when its key is taken.
     *
     * @param wanted selects objects; must not read their bytes
     */
    public Stream<String> hottest(Predicate<RecordInputStream> wanted) {
        record Hot(DiskIndex.Entry entry, float count) {}
        return catalogue.index.all().stream()
                .map(entry -> new Hot(entry, entry.count))
                .sorted(Comparator.comparingDouble(Hot::count).reversed())
                .flatMap(hot -> Stream.ofNullable(key(hot.entry, wanted)));
    }

    private @Nullable String key(DiskIndex.Entry entry, Predicate<RecordInputStream> wanted) {
        try (RecordInputStream read = read(entry, () -> {})) {
            return read == null || !wanted.test(read) ? null : read.key();
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Removes an object that was read from the index: a purge of many objects selects it, or its place in the index
     * has another object.
     */
    public void forget(String base, RecordInputStream purged) {
        catalogue.index.remove(KeyHash.of(base), purged.place);
    }

    /** Sets the number of an object's requests, as of now. */
    public void count(String base, String key, float count) {
        DiskIndex.Entry entry = catalogue.index.find(KeyHash.of(base), KeyHash.of(key));
        if (entry != null) {
            entry.count = count;
        }
    }

    public void age(double factor) {
        catalogue.index.all().forEach(entry -> entry.count = (float) (entry.count * factor));
    }

    /** Writes down all counts, for a process after this one. */
    public void keepCounts() throws IOException {
        if (isLoaded()) {
            AccessCountFile.write(catalogue.index.all(), heatFile(), opener);
        }
    }

    /**
     * Writes an object; an older one of its key can no longer be found.
     *
     * @param good true if it was not purged, evaluated when it is written and before it can be found
     * @return the number of the segment file that has it; -1 when it is too large for a sixteenth of the quota, or is
     *     not good
     * @throws IOException when the disk does not take it; the state is unchanged then
     */
    public long put(DiskRecord record, BooleanSupplier good) throws IOException {
        byte[] front = RecordCodec.front(record);
        if (front == null
                || RecordCodec.length(front.length, record.body().remaining()) > segmentFiles.segmentBytes
                || !isLoaded()) {
            return -1;
        }
        // Purges from before its check are written before it.
        writeNotes();
        SegmentFiles.Place place = segmentFiles.append(front, record.body(), 1);
        return catalogue.add(record, place, good) ? place.segment().number : -1;
    }

    /**
     * Purges objects: they are never found again by this process, nor by a later one once the purge was flushed. Does
     * not wait.
     *
     * @param bases the bases whose variants are purged
     * @param texts that describe the purged objects, in a form that the caller understands; none is empty
     * @param above run when they can no longer be found, atomically for writers; short
     */
    public void purge(Collection<String> bases, Collection<String> texts, Runnable above) {
        catalogue.purge(bases.stream().map(KeyHash::of).distinct().toList(), texts, above);
    }

    /**
     * The numbered purges that an earlier process has recorded here, by purge log the last number of each: they do not
     * apply to objects written since.
     */
    public Map<Long, Long> seen() {
        return seen.numbers();
    }

    void flush() throws IOException {
        flush(seen.numbers());
    }

    /**
     * Writes the purges to the disk; where they were more than can be remembered, deletes everything. For each that
     * the disk does not accept, the oldest segment file is deleted: purges have priority over stored objects.
     *
     * @param numbered purges that were applied here before, by purge log the last number of each
     * @throws IOException when the disk does not accept it; it is tried again with the next
     */
    public void flush(Map<Long, Long> numbered) throws IOException {
        if (!isLoaded()) {
            return;
        }
        deleteWhatIsFlooded();
        writeNotes();
        segmentFiles.makeRoom();
        if (!numbered.equals(seen.numbers()) && segmentFiles.sync()) {
            seen.write(numbered, segmentFiles.end(), opener);
        }
    }

    private void deleteWhatIsFlooded() throws IOException {
        if (catalogue.isFlooded()) {
            deleteAll();
        }
    }

    private void deleteAll() throws IOException {
        segmentFiles.deleteAll();
        catalogue.emptied();
    }

    private void writeNotes() throws IOException {
        List<PurgeTombstone> notes = catalogue.takeNotes();
        int written = 0;
        try {
            for (PurgeTombstone note : notes) {
                write(note);
                written++;
            }
        } finally {
            catalogue.giveBack(notes.subList(written, notes.size()));
        }
    }

    private void write(PurgeTombstone note) throws IOException {
        byte[] bytes = RecordCodec.front(note);
        try {
            segmentFiles.append(bytes, ByteBuffer.allocate(0), 0);
        } catch (IOException e) {
            segmentFiles.deleteOldest();
            if (!segmentFiles.isEmpty()) {
                segmentFiles.append(bytes, ByteBuffer.allocate(0), 0);
            }
        }
    }

    /** Writes the purges to the disk, and releases the directory at last. */
    @Override
    public void close() throws IOException {
        try (own) {
            try {
                flush();
            } finally {
                readers.close();
                catalogue.unload();
                segmentFiles.seal();
            }
        }
    }
}
