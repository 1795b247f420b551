package io.gosling.gos.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Records and notes as bytes: a label of fixed length, the key, the head, and the body in pieces, each with its
 * checksum behind it, so that no byte is given on that was not looked at, and a scan need not read bodies. A note, of
 * something purged, has neither key nor body. Pure; numbers are big endian.
 *
 * <pre>
 *   0 magic   4 CRC of all behind it, to the end of the head   8 key length   12 base length   16 head length
 *   20 body length   24 identity, or the purged base's hash   32 written   40 key, head or the purge's text, pieces
 * </pre>
 */
final class RecordCodec {
    static final int LABEL = 40;
    static final int PIECE = 64 << 10;
    static final int CHECKSUM = 4;

    private static final int MOST_KEY = 64 << 10;
    private static final int MOST_HEAD = 1 << 20;
    private static final int MAGIC = 0x474F5333;
    private static final int BEHIND_CRC = 8;

    private RecordCodec() {}

    record Label(
            int crc, int keyLength, int baseLength, int headLength, int bodyLength, long identity, long writtenMillis) {
        int front() {
            return LABEL + keyLength + headLength;
        }

        long length() {
            return RecordCodec.length(front(), bodyLength);
        }

        boolean isNote() {
            return keyLength == 0;
        }
    }

    static long length(int front, int body) {
        long pieces = ((long) body + PIECE - 1) / PIECE;
        return front + body + pieces * CHECKSUM;
    }

    /** The length of a record with a key and a head of typical size. */
    static long about(int body) {
        return length(LABEL + (5 << 10), body);
    }

    static byte @Nullable [] front(DiskRecord record) {
        byte[] key = record.key().getBytes(StandardCharsets.UTF_8);
        int base = record.base().getBytes(StandardCharsets.UTF_8).length;
        return key.length == 0 || key.length > MOST_KEY || record.head().length > MOST_HEAD
                ? null
                : front(key, base, record.head(), record.body().remaining(), record.identity(), record.writtenMillis());
    }

    static byte[] front(PurgeTombstone note) {
        return front(new byte[0], 0, note.text().getBytes(StandardCharsets.UTF_8), 0, note.base(), 0);
    }

    private static byte[] front(byte[] key, int base, byte[] head, int body, long identity, long writtenMillis) {
        ByteBuffer front = ByteBuffer.allocate(LABEL + key.length + head.length);
        front.putInt(MAGIC).putInt(0).putInt(key.length).putInt(base).putInt(head.length);
        front.putInt(body).putLong(identity).putLong(writtenMillis).put(key).put(head);
        front.putInt(4, crc(front.array(), BEHIND_CRC, front.capacity() - BEHIND_CRC));
        return front.array();
    }

    static @Nullable Label label(byte[] bytes) {
        ByteBuffer at = ByteBuffer.wrap(bytes);
        if (at.remaining() < LABEL || at.getInt() != MAGIC) {
            return null;
        }
        Label label =
                new Label(at.getInt(), at.getInt(), at.getInt(), at.getInt(), at.getInt(), at.getLong(), at.getLong());
        boolean possible = label.keyLength >= 0
                && label.keyLength <= MOST_KEY
                && label.baseLength >= 0
                && label.baseLength <= label.keyLength
                && label.headLength >= 0
                && label.headLength <= MOST_HEAD
                && label.bodyLength >= 0;
        return possible ? label : null;
    }

    static boolean isWhole(Label label, byte[] front) {
        return front.length == label.front() && crc(front, BEHIND_CRC, front.length - BEHIND_CRC) == label.crc;
    }

    static String key(Label label, byte[] front) {
        return new String(front, LABEL, label.keyLength, StandardCharsets.UTF_8);
    }

    static String base(Label label, byte[] front) {
        return new String(front, LABEL, label.baseLength, StandardCharsets.UTF_8);
    }

    static StoredRecord record(Label label, byte[] front, DiskIndex.Entry place) {
        return new StoredRecord(
                key(label, front),
                place.number(),
                Arrays.copyOfRange(front, LABEL + label.keyLength, front.length),
                label.bodyLength,
                label.writtenMillis,
                place.offset() + front.length);
    }

    static PurgeTombstone note(Label label, byte[] front) {
        return new PurgeTombstone(label.identity, new String(front, LABEL, label.headLength, StandardCharsets.UTF_8));
    }

    static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
