package io.gosling.gos.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file of records and notes, written once from beginning to end. One thread writes, scans and deletes; many read,
 * each over a channel of its own, so that an interrupted reader closes no other reader's channel.
 */
final class DiskSegment {
    private static final String PATTERN = "segment-[0-9a-f]{16}\\.gosling";

    private final long number;
    private final Path path;
    private @Nullable DiskFile out;
    private long length;
    private long from;

    /** Whether something of it may not be on the device. */
    private boolean unsynced;

    /** Whether the device has failed to write something: later it may report success without having it. */
    private boolean lost;

    private DiskSegment(long number, Path path, @Nullable DiskFile out, long length) {
        this.number = number;
        this.path = path;
        this.out = out;
        this.length = length;
    }

    static boolean isOne(Path file) {
        return file.getFileName().toString().matches(PATTERN);
    }

    /** One that is there; not written any more. */
    static DiskSegment existing(Path path) throws IOException {
        String name = path.getFileName().toString();
        return new DiskSegment(Long.parseUnsignedLong(name.substring(8, 24), 16), path, null, Files.size(path));
    }

    static DiskSegment create(Path directory, long number, DiskFile.Opener opener) throws IOException {
        Path path = directory.resolve(String.format(Locale.ROOT, "segment-%016x.gosling", number));
        Files.deleteIfExists(path);
        return new DiskSegment(number, path, opener.open(path), 0);
    }

    long number() {
        return number;
    }

    long length() {
        return length;
    }

    /** The number of the last event when it began; see {@link Catalogue#mark}. */
    long from() {
        return from;
    }

    void from(long mark) {
        from = mark;
    }

    /**
     * Writes a record or a note at the end.
     *
     * @return where it begins
     * @throws IOException when the disk does not take it; then nothing of it counts, and nothing may be written
     *     behind it
     */
    long append(byte[] front, ByteBuffer bytes) throws IOException {
        DiskFile file = out;
        if (file == null) {
            throw new IOException(path + " is not written any more");
        }
        long offset = length;
        boolean whole = false;
        unsynced = true;
        try {
            file.append(front, 0, front.length);
            ByteBuffer body = bytes.duplicate();
            byte[] piece = new byte[Math.min(RecordCodec.PIECE, body.remaining()) + RecordCodec.CHECKSUM];
            while (body.hasRemaining()) {
                int size = Math.min(RecordCodec.PIECE, body.remaining());
                body.get(piece, 0, size);
                ByteBuffer.wrap(piece).putInt(size, RecordCodec.crc(piece, 0, size));
                file.append(piece, 0, size + RecordCodec.CHECKSUM);
            }
            length += RecordCodec.length(front.length, bytes.remaining());
            whole = true;
            return offset;
        } finally {
            if (!whole) {
                file.truncate(offset);
            }
        }
    }

    /** Receives each record and note of a segment file, in the order in which they were written. */
    interface Visitor {
        void visit(long offset, RecordCodec.Label label, byte[] front);
    }

    /**
     * Visits the records and notes up to the first that is torn or damaged. Changes nothing: if the process ends after
     * it, the damage can still be seen.
     *
     * @return how many bytes they take; less than its length where it is damaged
     */
    long scan(Visitor visitor) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long offset = 0;
            RecordCodec.Label label = label(channel, offset);
            while (label != null && offset + label.length() <= length) {
                byte[] front = bytes(channel, offset, label.front());
                if (!RecordCodec.isWhole(label, front)) {
                    break;
                }
                visitor.visit(offset, label, front);
                offset += label.length();
                label = label(channel, offset);
            }
            return offset;
        }
    }

    /** Cuts it off, and has the rest on the device. */
    void cut(long whole) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(whole);
            channel.force(true);
            length = whole;
        }
    }

    private RecordCodec.@Nullable Label label(FileChannel channel, long offset) throws IOException {
        return offset + RecordCodec.LABEL > length
                ? null
                : RecordCodec.label(bytes(channel, offset, RecordCodec.LABEL));
    }

    /**
     * Reads the record that begins here: its label, key and head as they were written; null when there is none any
     * more.
     */
    @Nullable
    DiskReading read(DiskIndex.Entry place, DiskReaders readers, Runnable damaged) throws IOException {
        long offset = place.offset();
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        DiskReading reading = null;
        try {
            RecordCodec.Label label = RecordCodec.label(bytes(channel, offset, RecordCodec.LABEL));
            byte[] front = label == null ? new byte[0] : bytes(channel, offset, label.front());
            if (label == null || !RecordCodec.isWhole(label, front)) {
                damaged.run();
            } else {
                reading = new DiskReading(channel, place, label, front, readers, damaged);
            }
            return reading;
        } finally {
            if (reading == null) {
                channel.close();
            }
        }
    }

    static byte[] bytes(FileChannel channel, long offset, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException("the file ends after " + (offset + bytes.position()) + " bytes");
            }
        }
        return bytes.array();
    }

    /** Returns when everything written is on the device. */
    void sync() throws IOException {
        DiskFile file = out;
        if (file != null && unsynced) {
            boolean done = false;
            try {
                file.sync();
                done = true;
            } finally {
                unsynced = !done;
                lost |= !done;
            }
        }
    }

    /** Whether everything in it is on the device, as far as the device has confirmed. */
    boolean isSynced() {
        return !unsynced && !lost;
    }

    /** Nothing is written here any more. */
    void seal() throws IOException {
        DiskFile file = out;
        out = null;
        if (file != null) {
            file.close();
        }
    }

    /** Readers that have begun read on. */
    void delete() throws IOException {
        try {
            seal();
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
