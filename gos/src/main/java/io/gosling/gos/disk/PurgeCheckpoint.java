package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A small file with the numbered purges that are among the records: for each purge log the last number, and the
 * position up to which they are. It is written when they are on the device, so it never claims too much while
 * everything up to that position is there. A damaged file counts as empty, and the purges that it would have listed
 * are applied again. Used by one thread.
 */
final class PurgeCheckpoint {
    private static final int EACH = 2 * Long.BYTES;
    private static final int FRONT = Integer.BYTES + 2 * Long.BYTES;
    private static final int MOST_STREAMS = 4096;

    private final Path path;
    private Map<Long, Long> written = Map.of();
    private SegmentFiles.End end = SegmentFiles.End.NONE;

    private PurgeCheckpoint(Path path) {
        this.path = path;
    }

    static PurgeCheckpoint in(Path directory) throws IOException {
        Path path = directory.resolve("seen.gosling");
        PurgeCheckpoint seen = new PurgeCheckpoint(path);
        if (Files.exists(path) && Files.size(path) <= FRONT + (long) EACH * MOST_STREAMS) {
            seen.read(Files.readAllBytes(path));
        }
        return seen;
    }

    private void read(byte[] bytes) {
        Map<Long, Long> numbers = new HashMap<>();
        ByteBuffer at = ByteBuffer.wrap(bytes);
        if (bytes.length >= FRONT
                && (bytes.length - FRONT) % EACH == 0
                && at.getInt() == RecordCodec.crc(bytes, 4, bytes.length - 4)) {
            end = new SegmentFiles.End(at.getLong(), at.getLong());
            while (at.hasRemaining()) {
                numbers.put(at.getLong(), at.getLong());
            }
        }
        written = Map.copyOf(numbers);
    }

    Map<Long, Long> numbers() {
        return written;
    }

    SegmentFiles.End end() {
        return end;
    }

    void write(Map<Long, Long> numbers, SegmentFiles.End synced, AppendOnlyFile.Opener opener) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(FRONT + EACH * numbers.size());
        bytes.putInt(0).putLong(synced.segment()).putLong(synced.length());
        numbers.forEach((stream, number) -> bytes.putLong(stream).putLong(number));
        bytes.putInt(0, RecordCodec.crc(bytes.array(), 4, bytes.capacity() - 4));
        AtomicFile.write(path, bytes.array(), opener, true);
        written = Map.copyOf(numbers);
        end = synced;
    }
}
