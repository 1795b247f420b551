package io.gosling.gos.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One file of records, written once from beginning to end. One thread writes and deletes; many read. */
final class Segment implements AutoCloseable {
    private static final String NAME = "segment-%016x.gosling";
    private static final String PATTERN = "segment-[0-9a-f]{16}\\.gosling";

    private final long number;
    private final Path path;
    private final FileChannel channel;
    private volatile long length;

    /** Where a record is. */
    record Place(Segment segment, long offset, RecordCodec.Label label) {
        /** The record; null when it is not what was written any more. */
        @Nullable
        DiskRecord read() throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(label.length()));
            segment.fill(bytes, offset);
            return RecordCodec.read(bytes.flip());
        }
    }

    private Segment(long number, Path path, FileChannel channel, long length) {
        this.number = number;
        this.path = path;
        this.channel = channel;
        this.length = length;
    }

    /** A new file for writing. */
    static Segment create(Path directory, long number) throws IOException {
        Path path = directory.resolve(String.format(NAME, number));
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new Segment(number, path, channel, 0);
    }

    static boolean isOne(Path path) {
        return path.getFileName().toString().matches(PATTERN);
    }

    /** One that is there, for reading. */
    static Segment open(Path path) throws IOException {
        String name = path.getFileName().toString();
        long number = Long.parseUnsignedLong(name.substring("segment-".length(), name.indexOf('.')), 16);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        return new Segment(number, path, channel, channel.size());
    }

    long number() {
        return number;
    }

    long length() {
        return length;
    }

    /** Tells the records up to the first that is not whole: nothing behind it can be found. */
    void scan(BiConsumer<String, Place> found) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(RecordCodec.LABEL);
        for (long at = 0; at + RecordCodec.LABEL <= length; ) {
            fill(start.clear(), at);
            RecordCodec.Label label = RecordCodec.label(start.flip());
            if (label == null || label.length() > length - at) {
                return;
            }
            ByteBuffer front = ByteBuffer.allocate(RecordCodec.LABEL + label.front());
            fill(front, at);
            String key = RecordCodec.key(label, front.flip());
            if (key == null) {
                return;
            }
            found.accept(key, new Place(this, at, label));
            at += label.length();
        }
    }

    private void fill(ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes, at);
            if (read < 0) {
                throw new EOFException(path + " ends at " + at);
            }
            at += read;
        }
    }

    /** Appends a record; where it is. */
    Place append(DiskRecord record) throws IOException {
        ByteBuffer front = RecordCodec.front(record);
        RecordCodec.Label label = RecordCodec.label(front);
        if (label == null) {
            throw new IOException("a record that cannot be read again");
        }
        long at = length;
        write(front, at);
        write(record.body().duplicate(), at + RecordCodec.LABEL + label.front());
        length = at + label.length();
        return new Place(this, at, label);
    }

    private void write(ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /** Who is reading finds that it is gone. */
    void delete() throws IOException {
        channel.close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
