package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The segment files of a directory, oldest first: written at the end, and a sixteenth of the quota is deleted at a time
 * at the beginning. A file is deleted before its entries are forgotten. Used by one thread; any may read the figures.
 */
final class SegmentFiles {
    static final int SEGMENTS = 16;

    /** Bound on the files, since short process lives leave short files. */
    static final int MOST_SEGMENTS = 4 * SEGMENTS;

    private final Path directory;
    private final AppendOnlyFile.Opener opener;
    private final DiskCatalogue catalogue;
    final long segmentBytes;
    private final int objects;
    private final Deque<DiskSegment> segments = new ArrayDeque<>();
    private @Nullable DiskSegment writing;
    private int written;
    private long next;
    private volatile long oldest;
    private volatile long bytes;

    SegmentFiles(Path directory, AppendOnlyFile.Opener opener, DiskCatalogue catalogue, long quota, int objects) {
        this.directory = directory;
        this.opener = opener;
        this.catalogue = catalogue;
        this.segmentBytes = quota / SEGMENTS;
        this.objects = objects;
    }

    long bytes() {
        return bytes;
    }

    long oldest() {
        return oldest;
    }

    /**
     * Scans the segment files. Damage before the end of the newest one removes all older ones too, since purges may
     * have been lost; the damaged file is deleted last.
     */
    void scan() throws IOException {
        segments.clear();
        List<Path> files = files();
        for (Path file : files) {
            DiskSegment segment = DiskSegment.existing(file, catalogue.mark());
            long whole = segment.scan((offset, label, front) -> meet(segment, offset, label, front));
            segments.add(segment);
            next = Math.max(next, segment.number + 1);
            if (file.equals(files.getLast())) {
                segment.cut(whole);
            } else if (whole < segment.length()) {
                while (!segments.isEmpty()) {
                    deleteOldest();
                }
            }
            makeRoom();
        }
    }

    private void meet(DiskSegment segment, long offset, RecordCodec.Label label, byte[] front) {
        if (label.isNote()) {
            catalogue.met(RecordCodec.note(label, front));
        } else {
            long base = KeyHash.of(RecordCodec.base(label, front));
            long key = KeyHash.of(RecordCodec.key(label, front));
            catalogue.met(base, key, label.identity(), segment, offset);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(DiskSegment::isOne).sorted().toList();
        }
    }

    record Place(DiskSegment segment, long offset) {}

    /**
     * Writes something at the end, with the number of objects, 1 or 0.
     *
     * @throws IOException when the disk does not take it; the state is unchanged then
     */
    Place append(byte[] front, ByteBuffer body, int counted) throws IOException {
        DiskSegment into = room(RecordCodec.length(front.length, body.remaining()));
        try {
            long offset = into.append(front, body);
            bytes += into.length() - offset;
            written += counted;
            return new Place(into, offset);
        } catch (Throwable e) {
            discard(into);
            throw e;
        }
    }

    private DiskSegment room(long length) throws IOException {
        DiskSegment into = writing;
        boolean full = into != null && (into.length() + length > segmentBytes || written >= objects / SEGMENTS);
        if (into != null && !full) {
            return into;
        }
        seal();
        makeRoom();
        DiskSegment fresh = DiskSegment.create(directory, next++, catalogue.mark(), opener);
        segments.add(fresh);
        writing = fresh;
        written = 0;
        return fresh;
    }

    void makeRoom() throws IOException {
        while (!segments.isEmpty()
                && (used() > (SEGMENTS - 1) * segmentBytes
                        || segments.size() >= MOST_SEGMENTS
                        || catalogue.index.size() > objects - objects / SEGMENTS
                        || catalogue.isFull())) {
            deleteOldest();
        }
        measure();
    }

    private long used() {
        return segments.stream().mapToLong(DiskSegment::length).sum();
    }

    private void measure() {
        bytes = used();
        oldest = segments.isEmpty() ? next : segments.element().number;
    }

    boolean isEmpty() {
        return segments.isEmpty();
    }

    void deleteOldest() throws IOException {
        DiskSegment gone = segments.peek();
        if (gone == null) {
            return;
        }
        if (gone == writing) {
            writing = null;
        }
        gone.delete();
        if (segments.size() == 1) {
            DirectorySync.sync(directory);
        }
        segments.remove();
        measure();
        catalogue.deleted(gone, segments.isEmpty() ? Long.MAX_VALUE : segments.element().from);
    }

    void deleteAll() throws IOException {
        seal();
        segments.clear();
        for (Path file : files()) {
            next = Math.max(next, DiskSegment.existing(file, 0).number + 1);
            Files.deleteIfExists(file);
        }
        DirectorySync.sync(directory);
        measure();
    }

    private void discard(DiskSegment segment) throws IOException {
        writing = null;
        if (segment.length() == 0) {
            segment.delete();
            segments.remove(segment);
            measure();
        } else {
            close(segment);
        }
    }

    /**
     * Returns when everything written is on the device.
     *
     * @throws IOException when it may be lost, which no later call would show: nothing more is written to its file
     */
    void sync() throws IOException {
        DiskSegment last = writing;
        if (last != null) {
            try {
                last.sync();
            } catch (IOException e) {
                discard(last);
                throw e;
            }
        }
    }

    void seal() throws IOException {
        DiskSegment last = writing;
        writing = null;
        if (last != null) {
            close(last);
        }
    }

    private static void close(DiskSegment segment) throws IOException {
        try {
            segment.sync();
        } finally {
            segment.seal();
        }
    }
}
