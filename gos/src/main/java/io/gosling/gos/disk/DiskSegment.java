package io.gosling.gos.disk;

import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
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

    /** The most bytes of a body that one read returns: a whole number of pieces. */
    static final int PART = 4 * RecordCodec.PIECE;

    final long number;
    /** The number below those of all events in it and behind it. */
    final long from;

    private final Path path;
    private @Nullable AppendOnlyFile out;
    private long length;

    private DiskSegment(long number, long from, Path path, @Nullable AppendOnlyFile out, long length) {
        this.number = number;
        this.from = from;
        this.path = path;
        this.out = out;
        this.length = length;
    }

    static boolean isOne(Path file) {
        return file.getFileName().toString().matches(PATTERN);
    }

    /** Opens an existing file, which is not written again. */
    static DiskSegment existing(Path path, long from) throws IOException {
        String name = path.getFileName().toString();
        return new DiskSegment(Long.parseUnsignedLong(name.substring(8, 24), 16), from, path, null, Files.size(path));
    }

    static DiskSegment create(Path directory, long number, long from, AppendOnlyFile.Opener opener) throws IOException {
        Path path = directory.resolve(String.format(Locale.ROOT, "segment-%016x.gosling", number));
        Files.deleteIfExists(path);
        return new DiskSegment(number, from, path, opener.open(path), 0);
    }

    long length() {
        return length;
    }

    /**
     * Writes a record or a note at the end and returns its offset.
     *
     * @throws IOException when the disk does not take it; then nothing may be written behind it
     */
    long append(byte[] front, ByteBuffer bytes) throws IOException {
        AppendOnlyFile file = out;
        if (file == null) {
            throw new IOException(path + " is closed for writing");
        }
        long offset = length;
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
            return offset;
        } catch (Throwable e) {
            file.truncate(offset);
            throw e;
        }
    }

    /** Receives each record and note of a segment file, in the order in which they were written. */
    interface Visitor {
        void visit(long offset, RecordCodec.Label label, byte[] front);
    }

    /** Visits the records and notes up to the first damaged one, and returns the bytes they take. Changes nothing. */
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

    /** Reads the record that begins here, but for its body. */
    StoredRecord read(DiskIndex.Entry place) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            RecordCodec.Label label = RecordCodec.label(bytes(channel, place.offset(), RecordCodec.LABEL));
            byte[] front = label == null ? new byte[0] : bytes(channel, place.offset(), label.front());
            if (label == null || !RecordCodec.isWhole(label, front)) {
                throw damaged();
            }
            return RecordCodec.record(label, front, place);
        }
    }

    /** Reads the next few pieces of a body, each verified before it is used. */
    void read(StoredRecord record, ByteBuffer into) throws IOException {
        long at = record.bodyOffset() + RecordCodec.length(0, into.position());
        int end = Math.min(into.limit(), into.position() + PART);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            while (into.position() < end) {
                int size = Math.min(RecordCodec.PIECE, into.remaining());
                byte[] piece = bytes(channel, at, size + RecordCodec.CHECKSUM);
                if (ByteBuffer.wrap(piece).getInt(size) != RecordCodec.crc(piece, 0, size)) {
                    throw damaged();
                }
                into.put(piece, 0, size);
                at += piece.length;
            }
        }
    }

    private static StreamCorruptedException damaged() {
        return new StreamCorruptedException("the disk gives other bytes than were written to it");
    }

    private static byte[] bytes(FileChannel channel, long offset, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException("the file ends after " + (offset + bytes.position()) + " bytes");
            }
        }
        return bytes.array();
    }

    /** Returns when everything in it is on the device. */
    void sync() throws IOException {
        if (out != null) {
            out.sync();
        }
    }

    void seal() throws IOException {
        AppendOnlyFile file = out;
        out = null;
        if (file != null) {
            file.close();
        }
    }

    /** Deletes the file; open readers continue. */
    void delete() throws IOException {
        try {
            seal();
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
