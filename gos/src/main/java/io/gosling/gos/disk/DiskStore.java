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
import java.util.concurrent.Callable;
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
public record DiskStore(
        LockedDirectory own, DiskCatalogue catalogue, SegmentFiles segmentFiles, DiskReaderThreads readers)
        implements AutoCloseable {
    /** The least quota, in bytes. */
    public static final long LEAST = 16 << 20;

    /** The approximate heap size of an object's index entry, in bytes. */
    public static final int HEAP_EACH = 160;

    /**
     * Opens a directory, and creates it with owner-only access if it does not exist.
     *
     * @param quota bytes, from {@link #LEAST}
     * @param objects the most objects, from 16; each takes {@link #HEAP_EACH} bytes of heap
     * @param timeout the timeout of a read from the disk
     * @throws IOException when it cannot be read and written, is accessible to others, or another process uses it
     */
    public static DiskStore open(Path directory, long quota, int objects, Duration timeout) throws IOException {
        return open(directory, quota, objects, new DiskReaderThreads(timeout), AppendOnlyFile::new);
    }

    static DiskStore open(
            Path directory, long quota, int objects, DiskReaderThreads readers, AppendOnlyFile.Opener opener)
            throws IOException {
        LockedDirectory own = LockedDirectory.take(directory);
        DiskCatalogue catalogue = new DiskCatalogue();
        SegmentFiles files = new SegmentFiles(own.path(), opener, catalogue, quota, objects);
        return new DiskStore(own, catalogue, files, readers);
    }

    /**
     * Scans the directory: reads the labels, keys and heads of all records. To be tried again when it fails.
     *
     * @throws IOException when that cannot be done, as when the thread is interrupted; nothing is found then and
     *     nothing is lost
     */
    public void load() throws IOException {
        try {
            segmentFiles.scan();
        } catch (Throwable e) {
            catalogue.unload();
            throw e;
        }
        catalogue.loaded();
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
        DiskIndex.Entry entry = entry(base, key);
        return entry != null && entry.identity() == identity && !isPurged(entry.number(), meant)
                ? entry.segment().number
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
    public @Nullable StoredRecord find(String base, String key) throws IOException {
        StoredRecord found = read(entry(base, key), base);
        return found != null && found.key().equals(key) ? found : null;
    }

    /** The object of a base that was written last; null when there is none. Fails as {@link #find} does. */
    public @Nullable StoredRecord findAny(String base) throws IOException {
        return read(catalogue.index.find(KeyHash.of(base), any -> true), base);
    }

    private DiskIndex.@Nullable Entry entry(String base, String key) {
        long hash = KeyHash.of(key);
        return catalogue.index.find(KeyHash.of(base), entry -> entry.key() == hash);
    }

    private @Nullable StoredRecord read(DiskIndex.@Nullable Entry entry, String base) throws IOException {
        return entry == null || !catalogue.isLoaded() ? null : whole(base, reading(entry), () -> {});
    }

    private static Callable<StoredRecord> reading(DiskIndex.Entry entry) {
        return () -> entry.segment().read(entry);
    }

    /**
     * Reads the next part of the body of an object that was found.
     *
     * @param into has room for exactly its length, and the parts before
     * @param done run once when the disk uses {@code into} no longer, which may be after this has thrown
     * @return false when it is not there any more, or damaged; what is in {@code into} is not to be used then
     * @throws SlowDiskException when the disk took too long
     * @throws IOException when it cannot be read
     */
    public boolean read(String base, StoredRecord found, ByteBuffer into, Runnable done) throws IOException {
        DiskIndex.Entry entry = catalogue.index.find(KeyHash.of(base), there -> there.number() == found.number());
        Callable<Boolean> reading = () -> {
            if (entry != null) {
                entry.segment().read(found, into);
            }
            return entry != null;
        };
        return Boolean.TRUE.equals(whole(base, reading, done));
    }

    private <T> @Nullable T whole(String base, Callable<T> reading, Runnable done) throws IOException {
        try {
            return readers.call(reading, done);
        } catch (NoSuchFileException e) {
            // The oldest segment file was just deleted.
            return null;
        } catch (EOFException | StreamCorruptedException e) {
            // A record that is damaged now may be readable after a restart: it has to be gone then too.
            catalogue.purge(List.of(KeyHash.of(base)), List.of(), () -> {});
            return null;
        }
    }

    /** The objects, those that were written last first; each is read when it is taken. */
    public Stream<StoredRecord> newest() {
        return catalogue.index.all().stream()
                .sorted(Comparator.comparingLong(DiskIndex.Entry::number).reversed())
                .flatMap(entry -> Stream.ofNullable(readable(entry)));
    }

    private @Nullable StoredRecord readable(DiskIndex.Entry entry) {
        try {
            return readers.call(reading(entry), () -> {});
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Removes an object that was read from the index: a purge of many objects selects it, or its place in the index
     * has another object.
     */
    public void forget(String base, StoredRecord purged) {
        catalogue.index.remove(KeyHash.of(base), purged.number());
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
     * Writes the purges to the device; where they were more than can be remembered, deletes everything. For each that
     * the disk does not accept, the oldest segment file is deleted: purges have priority over stored objects.
     *
     * @throws IOException when the disk does not accept it; it is tried again with the next
     */
    public void flush() throws IOException {
        if (isLoaded()) {
            deleteWhatIsFlooded();
            writeNotes();
            segmentFiles.makeRoom();
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
        try {
            try {
                append(notes);
            } catch (IOException e) {
                segmentFiles.deleteOldest();
                // Those that were appended before may not be on the device.
                append(segmentFiles.isEmpty() ? List.of() : notes);
            }
            if (!notes.isEmpty()) {
                segmentFiles.sync();
            }
        } catch (Throwable e) {
            // Some may be written twice, which does no harm.
            catalogue.giveBack(notes);
            throw e;
        }
    }

    private void append(List<PurgeTombstone> notes) throws IOException {
        for (PurgeTombstone note : notes) {
            segmentFiles.append(RecordCodec.front(note), ByteBuffer.allocate(0), 0);
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
