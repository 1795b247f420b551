package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The access counts of objects, all as of one moment, so that they can be compared: a file that is rewritten now and
 * then, 12 bytes for each object, and 32 bytes of heap while it is written. A hint; a damaged file counts as empty.
 * Immutable.
 */
record AccessCountFile(long[] keys, float[] counts) {
    static final AccessCountFile NONE = new AccessCountFile(new long[0], new float[0]);

    private static final int MAGIC = 0x474F4832;
    private static final int BEGIN = 12;
    private static final int EACH = 12;

    float count(long key) {
        int at = Arrays.binarySearch(keys, key);
        return at < 0 ? 0 : counts[at];
    }

    static void write(List<DiskIndex.Entry> all, Path path, AppendOnlyFile.Opener opener) throws IOException {
        DiskIndex.Entry[] sorted = all.toArray(new DiskIndex.Entry[0]);
        Arrays.sort(sorted, (a, b) -> Long.compare(a.key, b.key));
        ByteBuffer bytes = ByteBuffer.allocate(BEGIN + EACH * sorted.length);
        bytes.putInt(MAGIC).putInt(0).putInt(sorted.length);
        for (DiskIndex.Entry entry : sorted) {
            bytes.putLong(entry.key).putFloat(entry.count);
        }
        bytes.putInt(4, RecordCodec.crc(bytes.array(), 8, bytes.capacity() - 8));
        AtomicFile.write(path, bytes.array(), opener, false);
    }

    /** @param most objects; a longer or unreadable file is ignored */
    static AccessCountFile read(Path path, int most) {
        try {
            return parse(path, most);
        } catch (IOException e) {
            return NONE;
        }
    }

    private static AccessCountFile parse(Path path, int most) throws IOException {
        if (!Files.exists(path) || Files.size(path) > BEGIN + (long) EACH * most) {
            return NONE;
        }
        byte[] bytes = Files.readAllBytes(path);
        ByteBuffer at = ByteBuffer.wrap(bytes);
        if (bytes.length < BEGIN
                || at.getInt() != MAGIC
                || at.getInt() != RecordCodec.crc(bytes, 8, bytes.length - 8)
                || at.getInt() != (bytes.length - BEGIN) / EACH) {
            return NONE;
        }
        int size = (bytes.length - BEGIN) / EACH;
        AccessCountFile saved = new AccessCountFile(new long[size], new float[size]);
        for (int i = 0; i < size; i++) {
            saved.keys[i] = at.getLong();
            saved.counts[i] = at.getFloat();
        }
        return saved;
    }
}
