package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects in a directory, within a number of bytes and a number of objects: what was written last is kept, and the oldest
 * sixteenth goes at a time.
 *
 * <pre>
 *   1 open:  the directory is this process's, what was purged is known; nothing is found yet
 *   2 load:  the segments are scanned, without their bodies; what is purged meanwhile counts
 *   3 put, find, purge
 * </pre>
 *
 * One thread loads, writes and closes; any may find and purge. What cannot be read, or is not what was written, is not there.
 * When what was purged cannot be written down, everything there is deleted.
 */
public final class DiskStore implements AutoCloseable {
    /** The least quota, in bytes. */
    public static final long LEAST = 16 << 20;

    private static final int SEGMENTS = 16;

    private final Path directory;
    private final FileChannel lock;
    private final long segmentBytes;
    private final int objects;
    private final DiskFile.Opener opener;
    private final DiskIndex index = new DiskIndex();
    private final AtomicLong changes = new AtomicLong();

    /** Bases purged while the segments are scanned, and before, with the number of the purge; null afterwards. */
    private volatile @Nullable Map<Long, Long> purged = new ConcurrentHashMap<>();

    private volatile PurgeJournal journal;
    private volatile boolean lost;

    /** Whether there may be records that the index has not: then every purge is written down. */
    private volatile boolean unseen;

    private volatile long still;
    private volatile long bytes;
    private volatile @Nullable Long underway;

    /** Oldest first; the last one is written if {@link #writing} is it. Of the thread that writes. */
    private final Deque<Segment> segments = new ArrayDeque<>();

    private @Nullable Segment writing;
    private int written;
    private long nextNumber;

    private DiskStore(
            Path directory, FileChannel lock, long quota, int objects, DiskFile.Opener opener, PurgeJournal journal) {
        this.directory = directory;
        this.lock = lock;
        this.segmentBytes = quota / SEGMENTS;
        this.objects = objects;
        this.opener = opener;
        this.journal = journal;
    }

    /**
     * Opens a directory, which is made if it is not there, for its owner alone.
     *
     * @param quota bytes, from {@link #LEAST}
     * @param objects that are found at most, from 16; each takes about 130 bytes of heap
     * @throws IOException when it cannot be read and written, or another process has it
     */
    public static DiskStore open(Path directory, long quota, int objects) throws IOException {
        return open(directory, quota, objects, DiskFile::open);
    }

    static DiskStore open(Path directory, long quota, int objects, DiskFile.Opener opener) throws IOException {
        Files.createDirectories(directory, Owner.only(directory, "rwx------"));
        FileChannel lock = lock(directory.resolve("lock"));
        try {
            PurgeJournal journal = PurgeJournal.existing(journalIn(directory), opener);
            if (journal == null) {
                delete(directory);
                journal = PurgeJournal.begin(journalIn(directory), opener);
            }
            return new DiskStore(directory, lock, quota, objects, opener, journal);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static Path journalIn(Path directory) {
        return directory.resolve("purged.gosling");
    }

    private Path heatFile() {
        return directory.resolve("heat.gosling");
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), Owner.only(file, "rw-------"));
        FileLock held = null;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another node of this process.
        }
        if (held == null) {
            channel.close();
            throw new IOException("another node uses " + file.getParent() + "; expected a directory for each node");
        }
        return channel;
    }

    private static List<Path> segmentsIn(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(Segment::isOne).sorted().toList();
        }
    }

    /** Records that nobody knows the purges of are of no use; the list of purges goes first, so that none outlives it. */
    private static void delete(Path directory) throws IOException {
        Files.deleteIfExists(journalIn(directory));
        for (Path file : segmentsIn(directory)) {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Finds what is there; once. Reads the labels, keys and heads of all records.
     *
     * @throws IOException when that cannot be done; then everything is deleted
     */
    public void load() throws IOException {
        try {
            scan();
            purged = null;
        } catch (IOException e) {
            lose();
            throw e;
        }
    }

    private void scan() throws IOException {
        Map<Long, Long> before = Objects.requireNonNull(purged, "loaded twice");
        journal.bases().forEach((base, number) -> before.merge(base, number, Math::max));
        Heat heat = Heat.read(heatFile(), 2 * objects);
        for (Path file : segmentsIn(directory)) {
            Segment segment = Segment.existing(file);
            segments.add(segment);
            nextNumber = segment.number() + 1;
            segment.scan((offset, label, front) -> take(segment, offset, label, front, before, heat));
            makeRoom();
        }
    }

    private void take(
            Segment segment, long offset, RecordCodec.Label label, byte[] front, Map<Long, Long> before, Heat heat)
            throws IOException {
        if (label.purgeNumber() > journal.latest()) {
            throw new IOException("a record knows of a purge that " + journalIn(directory) + " has not");
        }
        if (index.size() > objects + objects / SEGMENTS) {
            unseen = true;
            return;
        }
        long base = KeyHash.of(RecordCodec.base(label, front));
        long key = KeyHash.of(RecordCodec.key(label, front));
        var entry =
                new DiskIndex.Entry(key, label.identity(), label.purgeNumber(), 0, segment, offset, heat.count(key));
        // What is purged meanwhile is written there first and removed from the index second.
        index.put(base, entry);
        if (before.getOrDefault(base, 0L) > label.purgeNumber()) {
            index.remove(base, entry);
        }
    }

    /** Whether what is there can be found. */
    public boolean isLoaded() {
        return purged == null;
    }

    /** So that a whole new segment fits. */
    private void makeRoom() throws IOException {
        long used = segments.stream().mapToLong(Segment::length).sum();
        while (!segments.isEmpty()
                && (used > (SEGMENTS - 1) * segmentBytes || index.size() > objects - objects / SEGMENTS)) {
            Segment oldest = segments.remove();
            used -= oldest.length();
            index.remove(oldest);
            changes.incrementAndGet();
            oldest.delete();
        }
        still = segments.isEmpty() ? 0 : Math.min(segments.element().firstPurge(), journal.latest());
        bytes = used;
    }

    /** How many objects can be found. */
    public int size() {
        return index.size();
    }

    /** Bytes of the segments. */
    public long bytes() {
        return bytes;
    }

    /** Counts how often objects went that nobody has asked to go one by one. */
    public long changes() {
        return changes.get();
    }

    /** Whether a body of so many bytes is written at all. */
    public boolean takes(int length) {
        return RecordCodec.about(length) <= segmentBytes;
    }

    /**
     * An object of this base is about to be looked at and written: from now on a purge of it is written down though it is not
     * found here. By the thread that writes, which says {@link #end} afterwards.
     *
     * @return the number of the last purge
     */
    public long begin(String base) {
        underway = KeyHash.of(base);
        return journal.latest();
    }

    /** It was written, or not. */
    public void end() {
        underway = null;
    }

    /**
     * Whether there is one of this key and identity.
     *
     * @param meant whether a purge of many objects, by its text, means it
     */
    public boolean has(String base, String key, long identity, Predicate<String> meant) {
        DiskIndex.Entry entry = index.find(KeyHash.of(base), KeyHash.of(key));
        return entry != null && entry.identity() == identity && !isPurged(entry.purgeNumber(), meant);
    }

    /** Whether a purge of many objects since a number means what {@code meant} says of its text. */
    public boolean isPurged(long number, Predicate<String> meant) {
        for (PurgeJournal.Wide wide : journal.wides()) {
            if (wide.number() > number && meant.test(wide.text())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The object of a key; null when there is none, or it cannot be read.
     *
     * @param base what its variants have in common
     */
    public @Nullable DiskReading find(String base, String key) {
        DiskReading found = read(index.find(KeyHash.of(base), KeyHash.of(key)), base);
        return found != null && !found.key().equals(key) ? closed(found) : found;
    }

    /** Any object of a base; null when there is none. */
    public @Nullable DiskReading findAny(String base) {
        return read(index.any(KeyHash.of(base)), base);
    }

    private @Nullable DiskReading read(DiskIndex.@Nullable Entry entry, String base) {
        if (entry == null || !isLoaded()) {
            return null;
        }
        try {
            DiskReading read = entry.segment().read(entry);
            if (read != null) {
                return read;
            }
        } catch (NoSuchFileException e) {
            // The oldest segment has just gone.
            return null;
        } catch (IOException e) {
            // As if other bytes were there than were written.
        }
        forget(base);
        return null;
    }

    /** What is of no use is purged: what cannot be found any more would not be purged later on, and found after a restart. */
    private void forget(String base) {
        try {
            purge(List.of(base), List.of());
        } catch (IOException e) {
            // Everything was deleted.
        }
    }

    private static @Nullable DiskReading closed(DiskReading reading) {
        try {
            reading.close();
        } catch (IOException e) {
            // It was only read.
        }
        return null;
    }

    /** The keys of what is there, those that were asked for most first; each is read when it is taken. */
    public Stream<String> hottest() {
        record Hot(DiskIndex.Entry entry, float count) {}
        return index.all().stream()
                .map(entry -> new Hot(entry, entry.count()))
                .sorted(Comparator.comparingDouble(Hot::count).reversed())
                .flatMap(hot -> Stream.ofNullable(key(hot.entry)));
    }

    private static @Nullable String key(DiskIndex.Entry entry) {
        try (DiskReading read = entry.segment().read(entry)) {
            return read == null ? null : read.key();
        } catch (IOException e) {
            return null;
        }
    }

    /** How often an object was asked for, as of now. */
    public void count(String base, String key, float count) {
        DiskIndex.Entry entry = index.find(KeyHash.of(base), KeyHash.of(key));
        if (entry != null) {
            entry.count(count);
        }
    }

    /** All counts are so many times what they were. */
    public void age(double factor) {
        index.all().forEach(entry -> entry.count((float) (entry.count() * factor)));
    }

    /** Writes down all counts, for a process after this one, and has the device know what was purged. */
    public void keepCounts() throws IOException {
        if (!lost && isLoaded()) {
            List<Heat.Of> all = new ArrayList<>();
            index.all().forEach(entry -> all.add(new Heat.Of(entry.key(), entry.count())));
            Heat.of(all).write(heatFile(), opener);
            journal.sync();
        }
    }

    /**
     * Writes an object; an older one of its key is not found any more.
     *
     * @return false when it is too large for a sixteenth of the quota
     * @throws IOException when the disk does not take it; nothing of it is there then, and what was there stays
     */
    public boolean put(DiskRecord record) throws IOException {
        byte[] front = RecordCodec.front(record);
        long length = front == null
                ? Long.MAX_VALUE
                : RecordCodec.length(front, record.body().remaining());
        if (front == null || length > segmentBytes) {
            return false;
        }
        if (lost) {
            throw new IOException("everything in " + directory + " was deleted");
        }
        Segment into = room(length);
        long offset;
        try {
            offset = into.append(record, front);
        } catch (IOException e) {
            discard(into);
            throw e;
        }
        written++;
        bytes += into.length() - offset;
        index.put(
                KeyHash.of(record.base()),
                new DiskIndex.Entry(
                        KeyHash.of(record.key()),
                        record.identity(),
                        record.purgeNumber(),
                        record.goodAsOf(),
                        into,
                        offset,
                        record.count()));
        if (lost) {
            index.clear();
        }
        return true;
    }

    private Segment room(long length) throws IOException {
        Segment into = writing;
        boolean full = into != null && (into.length() + length > segmentBytes || written >= objects / SEGMENTS);
        if (into != null && !full) {
            return into;
        }
        if (into != null) {
            writing = null;
            into.seal();
        }
        makeRoom();
        Segment fresh = Segment.create(directory, nextNumber++, opener);
        segments.add(fresh);
        writing = fresh;
        written = 0;
        return fresh;
    }

    /** What could not be written to is written to no more, and is gone if nothing is in it. */
    private void discard(Segment segment) throws IOException {
        writing = null;
        if (segment.length() == 0) {
            segments.remove(segment);
            segment.delete();
        } else {
            segment.seal();
        }
    }

    /**
     * These are never found again, by this process or one after it.
     *
     * @param bases whose variants are meant
     * @param texts that say which objects are meant, to those who ask
     * @throws IOException when that could not be written down; then everything was deleted
     */
    public void purge(Collection<String> bases, Collection<String> texts) throws IOException {
        Map<Long, Long> scanned = purged;
        boolean all = scanned != null || unseen;
        List<Long> hashes = bases.stream()
                .map(KeyHash::of)
                .filter(base -> all || index.hasBase(base) || base.equals(underway))
                .distinct()
                .toList();
        boolean any = all || index.size() > 0 || underway != null;
        List<String> wide = any ? List.copyOf(texts) : List.of();
        if (lost || (hashes.isEmpty() && wide.isEmpty())) {
            return;
        }
        try {
            long number = journal.add(hashes, wide, still);
            if (scanned != null) {
                hashes.forEach(base -> scanned.put(base, number));
            }
            hashes.forEach(index::remove);
            if (!wide.isEmpty()) {
                changes.incrementAndGet();
            }
        } catch (IOException e) {
            lose();
            throw e;
        }
    }

    /** Nothing here can be relied on. */
    private void lose() throws IOException {
        lost = true;
        index.clear();
        bytes = 0;
        changes.incrementAndGet();
        delete(directory);
    }

    /**
     * After everything was deleted, begins anew; to be said before an object is looked at that is to be written.
     *
     * @throws IOException when the disk takes nothing
     */
    public void recover() throws IOException {
        if (!lost) {
            return;
        }
        writing = null;
        for (Segment segment : segments) {
            segment.seal();
        }
        segments.clear();
        journal.close();
        delete(directory);
        index.clear();
        bytes = 0;
        journal = PurgeJournal.begin(journalIn(directory), opener);
        still = 0;
        purged = null;
        unseen = false;
        lost = false;
    }

    @Override
    public void close() throws IOException {
        index.clear();
        for (Segment segment : segments) {
            segment.seal();
        }
        journal.sync();
        journal.close();
        lock.close();
    }
}
