package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Which numbered purges stand among the records, as a small file: for each stream the last number. It is written when they
 * are on the device, so it never says too much. One that is damaged says nothing, and what it would have said is done again.
 * Used by one thread.
 */
final class SeenPurges {
    private static final int EACH = 2 * Long.BYTES;

    /** There are as many streams as there ever were voters' files. */
    private static final int MOST_STREAMS = 4096;

    private final Path path;
    private Map<Long, Long> written;

    private SeenPurges(Path path, Map<Long, Long> written) {
        this.path = path;
        this.written = written;
    }

    static SeenPurges in(Path directory) throws IOException {
        Path path = directory.resolve("seen.gosling");
        boolean possible = Files.exists(path) && Files.size(path) <= Integer.BYTES + (long) EACH * MOST_STREAMS;
        return new SeenPurges(path, possible ? read(Files.readAllBytes(path)) : Map.of());
    }

    private static Map<Long, Long> read(byte[] bytes) {
        Map<Long, Long> numbers = new HashMap<>();
        ByteBuffer at = ByteBuffer.wrap(bytes);
        if (bytes.length % EACH == Integer.BYTES && at.getInt() == RecordCodec.crc(bytes, 4, bytes.length - 4)) {
            while (at.hasRemaining()) {
                numbers.put(at.getLong(), at.getLong());
            }
        }
        return Map.copyOf(numbers);
    }

    Map<Long, Long> numbers() {
        return written;
    }

    void write(Map<Long, Long> numbers, DiskFile.Opener opener) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + EACH * numbers.size());
        bytes.putInt(0);
        numbers.forEach((stream, number) -> bytes.putLong(stream).putLong(number));
        bytes.putInt(0, RecordCodec.crc(bytes.array(), 4, bytes.capacity() - 4));
        Replaced.write(path, bytes.array(), opener, true);
        written = Map.copyOf(numbers);
    }
}
