package io.gosling.gos.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * A record that is being read. Its bytes come from {@link #read}, none before its checksum was looked at; the first piece was
 * when this was made. Used by one thread, which closes it.
 */
public final class DiskReading extends InputStream {
    private final FileChannel channel;
    private final DiskIndex.Entry place;
    private final RecordCodec.Label label;
    private final byte[] front;
    private long offset;
    private int left;
    private byte[] piece = {};
    private int position;
    private int size;

    DiskReading(FileChannel channel, DiskIndex.Entry place, RecordCodec.Label label, byte[] front) {
        this.channel = channel;
        this.place = place;
        this.offset = place.offset() + label.front();
        this.label = label;
        this.front = front;
        this.left = label.bodyLength();
    }

    public String key() {
        return RecordCodec.key(label, front);
    }

    /** What was written of it besides its bytes. */
    public byte[] head() {
        return Arrays.copyOfRange(front, RecordCodec.LABEL + label.keyLength(), front.length);
    }

    /** Bytes of its body. */
    public int length() {
        return label.bodyLength();
    }

    /** The last purge that was known before it was last seen to be good. */
    public long purgeNumber() {
        return label.purgeNumber();
    }

    /** The number under which it was written; 0 if an earlier process has. */
    public long goodAsOf() {
        return place.goodAsOf();
    }

    /** How often it was asked for, as far as is known. */
    public float count() {
        return place.count();
    }

    /** When it was written, by the wall clock. */
    public long writtenMillis() {
        return label.writtenMillis();
    }

    /** Reads and looks at the next piece, if there is one. */
    void readAhead() throws IOException {
        if (position < size || left == 0) {
            return;
        }
        int next = Math.min(RecordCodec.PIECE, left);
        byte[] bytes = Segment.bytes(channel, offset, next + RecordCodec.CHECKSUM);
        if (ByteBuffer.wrap(bytes).getInt(next) != RecordCodec.crc(bytes, 0, next)) {
            throw new IOException("the disk gives other bytes than were written to it");
        }
        piece = bytes;
        position = 0;
        size = next;
        left -= next;
        offset += bytes.length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int at, int most) throws IOException {
        readAhead();
        if (position == size) {
            return most == 0 ? 0 : -1;
        }
        int count = Math.min(most, size - position);
        System.arraycopy(piece, position, to, at, count);
        position += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
