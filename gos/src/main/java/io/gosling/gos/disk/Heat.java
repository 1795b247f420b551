package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How often objects were asked for, all as of one moment, so that they can be compared: a file that is written anew now and
 * then. A hint; one that is damaged says nothing. Immutable.
 */
final class Heat {
    static final Heat NONE = new Heat(new long[0], new float[0]);

    private static final int MAGIC = 0x474F4831;
    private static final int BEGIN = 12;
    private static final int EACH = 12;

    private final long[] keys;
    private final float[] counts;

    private Heat(long[] keys, float[] counts) {
        this.keys = keys;
        this.counts = counts;
    }

    /** One object's. */
    record Of(long key, float count) {}

    static Heat of(List<Of> all) {
        Of[] sorted = all.toArray(new Of[0]);
        Arrays.sort(sorted, Comparator.comparingLong(Of::key));
        Heat heat = new Heat(new long[sorted.length], new float[sorted.length]);
        for (int i = 0; i < sorted.length; i++) {
            heat.keys[i] = sorted[i].key;
            heat.counts[i] = sorted[i].count;
        }
        return heat;
    }

    float count(long key) {
        int at = Arrays.binarySearch(keys, key);
        return at < 0 ? 0 : counts[at];
    }

    void write(Path path, DiskFile.Opener opener) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BEGIN + EACH * keys.length);
        bytes.putInt(MAGIC).putInt(0).putInt(keys.length);
        for (int i = 0; i < keys.length; i++) {
            bytes.putLong(keys[i]).putFloat(counts[i]);
        }
        bytes.putInt(4, RecordCodec.crc(bytes.array(), 8, bytes.capacity() - 8));
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try {
            try (DiskFile file = opener.open(fresh)) {
                file.append(bytes.array(), 0, bytes.capacity());
            }
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** @param most objects; a file with more is not believed */
    static Heat read(Path path, int most) throws IOException {
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
        Heat heat = new Heat(new long[(bytes.length - BEGIN) / EACH], new float[(bytes.length - BEGIN) / EACH]);
        for (int i = 0; i < heat.keys.length; i++) {
            heat.keys[i] = at.getLong();
            heat.counts[i] = at.getFloat();
        }
        return heat;
    }
}
