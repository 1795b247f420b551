package io.gosling.gos.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Stores over one directory, on a disk that takes so many bytes more; objects whose bytes follow from their key. */
final class DiskStage {
    static final int OBJECTS = 1600;

    final Path directory;

    /** Bytes that the disk still takes. */
    long room = Long.MAX_VALUE;

    /** Bytes that it takes in all. */
    long capacity = Long.MAX_VALUE;

    /** True if the device fails to take what was written. */
    boolean losing;

    /** True if the process ends where the disk takes no more: nothing is tidied up. */
    boolean dying;

    DiskStage(Path directory) {
        this.directory = directory;
    }

    DiskStore open() throws IOException {
        return open(DiskStore.LEAST, OBJECTS);
    }

    DiskStore open(long quota, int objects) throws IOException {
        return DiskStore.open(directory, quota, objects, new DiskReaderThreads(Duration.ofSeconds(30)), Small::new);
    }

    DiskStore loaded() throws IOException {
        DiskStore store = open();
        store.load();
        return store;
    }

    private final class Small extends AppendOnlyFile {
        Small(Path path) throws IOException {
            super(path);
        }

        @Override
        void append(byte[] bytes, int offset, int length) throws IOException {
            int fits = (int) Math.min(
                    length, Math.min(room, capacity == Long.MAX_VALUE ? room : Math.max(0, capacity - used())));
            super.append(bytes, offset, fits);
            room -= fits;
            if (fits < length && dying) {
                throw new UncheckedIOException(new IOException("the process has ended"));
            }
            if (fits < length) {
                throw new IOException("no space left on device");
            }
        }

        @Override
        void truncate(long length) throws IOException {
            if (dying) {
                throw new IOException("the process has ended");
            }
            super.truncate(length);
        }

        @Override
        void sync() throws IOException {
            if (losing) {
                throw new IOException("input/output error");
            }
        }
    }

    static String base(String key) {
        return key.split(" ", 2)[0];
    }

    private static byte[] body(String key, long identity, int size) {
        byte[] bytes = new byte[size];
        new Random(key.hashCode() * 31L + identity).nextBytes(bytes);
        return bytes;
    }

    static DiskRecord record(String key, long identity, int size) {
        return new DiskRecord(
                key,
                base(key),
                identity,
                1_000_000,
                ("head of " + identity).getBytes(StandardCharsets.UTF_8),
                ByteBuffer.wrap(body(key, identity, size)));
    }

    static boolean put(DiskStore store, String key, long identity, int size) throws IOException {
        return store.put(record(key, identity, size), () -> true) >= 0;
    }

    /** The identity of what is found, all of it being as it was written; -1 for nothing, or nothing whole. */
    static long found(DiskStore store, String key) throws IOException {
        StoredRecord found = store.find(base(key), key);
        if (found == null || store.isPurged(found.number(), key::startsWith)) {
            return -1;
        }
        assertEquals(key, found.key());
        byte[] all = new byte[found.length()];
        ByteBuffer into = ByteBuffer.wrap(all);
        while (into.hasRemaining()) {
            if (!store.read(base(key), found, into, () -> {})) {
                return -1;
            }
        }
        long identity = identity(found);
        assertArrayEquals(body(key, identity, found.length()), all);
        return identity;
    }

    private static long identity(StoredRecord found) {
        return Long.parseLong(new String(found.head(), StandardCharsets.UTF_8).substring("head of ".length()));
    }

    static boolean has(DiskStore store, String key) throws IOException {
        return found(store, key) >= 0;
    }

    /** Bytes of all segments. */
    long used() throws IOException {
        long used = 0;
        for (Path segment : segments()) {
            used += Files.size(segment);
        }
        return used;
    }

    List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(DiskSegment::isOne).sorted().toList();
        }
    }

    /** Everything goes. */
    void clean() throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
