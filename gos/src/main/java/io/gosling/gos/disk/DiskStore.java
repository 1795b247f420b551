package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects in a directory, within a quota: what was written last is kept, and the oldest sixteenth goes at a time.
 *
 * <p>One thread writes ({@link #put}, {@link #close}); any may read. What cannot be read, or is not what was written, is not
 * there.
 */
public final class DiskStore implements AutoCloseable {
    /** The least quota, in bytes. */
    public static final long LEAST = 16 << 20;

    private static final int SEGMENTS = 16;

    private final Path directory;
    private final FileChannel lock;
    private final long segmentBytes;
    private final Map<String, Segment.Place> places = new ConcurrentHashMap<>();

    /** Oldest first; the last one is written if {@link #writing} is it. */
    private final Deque<Segment> segments = new ArrayDeque<>();

    private @Nullable Segment writing;
    private long nextNumber;

    private DiskStore(Path directory, FileChannel lock, long quota) {
        this.directory = directory;
        this.lock = lock;
        this.segmentBytes = quota / SEGMENTS;
    }

    /**
     * Opens a directory, which is made if it is not there, and finds what is in it.
     *
     * @param quota bytes, from {@link #LEAST}
     * @throws IOException when it cannot be read and written, or another process has it
     */
    public static DiskStore open(Path directory, long quota) throws IOException {
        Files.createDirectories(directory);
        FileChannel lock = lock(directory.resolve("lock"));
        DiskStore store = new DiskStore(directory, lock, quota);
        try {
            store.find();
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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

    private void find() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(Segment::isOne).sorted().toList();
        }
        for (Path file : files) {
            Segment segment = Segment.open(file);
            segments.add(segment);
            nextNumber = Math.max(nextNumber, segment.number() + 1);
            segment.scan(places::put);
        }
        makeRoom();
    }

    /** So that a whole new segment fits. */
    private void makeRoom() throws IOException {
        long used = segments.stream().mapToLong(Segment::length).sum();
        while (!segments.isEmpty() && used > (SEGMENTS - 1) * segmentBytes) {
            Segment oldest = segments.remove();
            used -= oldest.length();
            places.values().removeIf(place -> place.segment().equals(oldest));
            oldest.delete();
        }
    }

    /** Whether there is one of this key and identity. */
    public boolean has(String key, long identity) {
        Segment.Place place = places.get(key);
        return place != null && place.label().identity() == identity;
    }

    /** Whether there is one of this key. */
    public boolean has(String key) {
        return places.containsKey(key);
    }

    /** How many there are. */
    public int size() {
        return places.size();
    }

    /** The keys of what is there, those that were asked for most first. */
    public List<String> hottest() {
        record Heat(String key, double count) {}
        return places.entrySet().stream()
                .map(entry -> new Heat(entry.getKey(), entry.getValue().label().count()))
                .sorted(Comparator.comparingDouble(Heat::count).reversed())
                .map(Heat::key)
                .toList();
    }

    /** The object, byte for byte as it was written; null when there is none. */
    public @Nullable DiskRecord get(String key) {
        Segment.Place place = places.get(key);
        if (place == null) {
            return null;
        }
        DiskRecord read;
        try {
            read = place.read();
        } catch (IOException e) {
            read = null;
        }
        if (read == null || !read.key().equals(key)) {
            places.remove(key, place);
            return null;
        }
        return read;
    }

    /**
     * Writes an object; an older one of its key is not found any more.
     *
     * @return false when it is too large for a sixteenth of the quota
     * @throws IOException when the disk does not take it; what is there stays
     */
    public boolean put(DiskRecord record) throws IOException {
        long length = RecordCodec.length(record);
        if (length < 0 || length > segmentBytes) {
            return false;
        }
        Segment into = writing;
        if (into == null || into.length() + length > segmentBytes) {
            writing = null;
            makeRoom();
            into = Segment.create(directory, nextNumber++);
            segments.add(into);
            writing = into;
        }
        try {
            places.put(record.key(), into.append(record));
            return true;
        } catch (IOException e) {
            // What was written in part ends this segment.
            writing = null;
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        places.clear();
        for (Segment segment : segments) {
            segment.close();
        }
        lock.close();
    }
}
