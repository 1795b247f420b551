package io.gosling.gos.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A record as bytes: a label of fixed length, the key, the head, the body. The label's checksum covers label, key and head,
 * so that a scan need not read bodies; the body has its own. Pure; numbers are big endian.
 *
 * <pre>
 *   0 magic   4 key length   8 head length   12 body length   16 identity   24 count   32 written   40 body's CRC   44 CRC
 * </pre>
 */
final class RecordCodec {
    static final int LABEL = 48;
    static final int MOST_KEY = 64 << 10;
    static final int MOST_HEAD = 1 << 20;
    private static final int MAGIC = 0x474F5331;
    private static final int LABEL_CRC = 44;

    private RecordCodec() {}

    /**
     * What a label says.
     *
     * @param bodyCrc the body's checksum
     */
    record Label(
            int keyLength,
            int headLength,
            int bodyLength,
            long identity,
            double count,
            long writtenMillis,
            int bodyCrc,
            int crc) {
        /** Key and head, which follow the label. */
        int front() {
            return keyLength + headLength;
        }

        /** The whole record. */
        long length() {
            return (long) LABEL + front() + bodyLength;
        }
    }

    /** How long a record will be; -1 when it cannot be written. */
    static long length(DiskRecord record) {
        int key = record.key().getBytes(StandardCharsets.UTF_8).length;
        boolean fits = key <= MOST_KEY && record.head().remaining() <= MOST_HEAD;
        return fits
                ? (long) LABEL + key + record.head().remaining() + record.body().remaining()
                : -1;
    }

    /** Label, key and head; the body is written behind them as it is. */
    static ByteBuffer front(DiskRecord record) {
        byte[] key = record.key().getBytes(StandardCharsets.UTF_8);
        ByteBuffer front =
                ByteBuffer.allocate(LABEL + key.length + record.head().remaining());
        front.putInt(MAGIC)
                .putInt(key.length)
                .putInt(record.head().remaining())
                .putInt(record.body().remaining())
                .putLong(record.identity())
                .putDouble(record.count())
                .putLong(record.writtenMillis())
                .putInt(crc(record.body().duplicate()))
                .putInt(0)
                .put(key)
                .put(record.head().duplicate())
                .flip();
        return front.putInt(LABEL_CRC, frontCrc(front));
    }

    /** The label at the buffer's beginning, or null when there is none that could be one. */
    static @Nullable Label label(ByteBuffer bytes) {
        if (bytes.remaining() < LABEL) {
            return null;
        }
        ByteBuffer at = bytes.duplicate();
        if (at.getInt() != MAGIC) {
            return null;
        }
        Label label = new Label(
                at.getInt(),
                at.getInt(),
                at.getInt(),
                at.getLong(),
                at.getDouble(),
                at.getLong(),
                at.getInt(),
                at.getInt());
        boolean possible = label.keyLength >= 0
                && label.keyLength <= MOST_KEY
                && label.headLength >= 0
                && label.headLength <= MOST_HEAD
                && label.bodyLength >= 0;
        return possible ? label : null;
    }

    /** The key, if label, key and head are what was written; otherwise null. */
    static @Nullable String key(Label label, ByteBuffer front) {
        if (front.remaining() != LABEL + label.front() || frontCrc(front) != label.crc) {
            return null;
        }
        byte[] key = new byte[label.keyLength];
        front.duplicate().position(front.position() + LABEL).get(key);
        return new String(key, StandardCharsets.UTF_8);
    }

    /** The whole record, if it is what was written; otherwise null. */
    static @Nullable DiskRecord read(ByteBuffer bytes) {
        Label label = label(bytes);
        if (label == null || label.length() != bytes.remaining()) {
            return null;
        }
        int start = bytes.position();
        int front = LABEL + label.front();
        String key = key(label, bytes.slice(start, front));
        ByteBuffer body = bytes.slice(start + front, label.bodyLength);
        if (key == null || crc(body.duplicate()) != label.bodyCrc) {
            return null;
        }
        ByteBuffer head = bytes.slice(start + LABEL + label.keyLength, label.headLength);
        return new DiskRecord(key, label.identity, label.count, label.writtenMillis, head, body);
    }

    /** Of label, key and head, the checksum itself taken as 0. */
    private static int frontCrc(ByteBuffer front) {
        CRC32C crc = new CRC32C();
        ByteBuffer all = front.duplicate();
        int start = all.position();
        crc.update(all.slice(start, LABEL_CRC));
        crc.update(new byte[LABEL - LABEL_CRC]);
        crc.update(all.slice(start + LABEL, all.remaining() - LABEL));
        return (int) crc.getValue();
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
