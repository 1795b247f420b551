package io.gosling.gos.disk;

import io.gosling.document.BlockInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A record that is being read. Its bytes come from {@link #read}, each piece verified first; the first {@link #AHEAD}
 * are read on creation. Used by one thread at a time; closed once or more.
 */
public final class RecordInputStream extends BlockInputStream {
    /** Bytes of a body that are read at once; a body that is not longer is never waited for again. */
    public static final int AHEAD = 8 * RecordCodec.PIECE;

    private final FileChannel channel;
    final DiskIndex.Entry place;
    private final RecordCodec.Label label;
    private final byte[] front;
    private final DiskReaderThreads readers;
    private final Runnable damaged;
    private final int reserved;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** True while an abandoned read is under way: it closes the channel at its end, which may never come. */
    private volatile boolean abandoned;

    private long offset;
    private int left;
    private byte[] ready;
    private int position;

    /**
     * Reads ahead, on a thread of {@link DiskReaderThreads}, where room was reserved before. The channel passes over
     * when this returns, and the room with it.
     */
    RecordInputStream(
            FileChannel channel,
            DiskIndex.Entry place,
            RecordCodec.Label label,
            byte[] front,
            DiskReaderThreads readers,
            Runnable damaged)
            throws IOException {
        this.channel = channel;
        this.place = place;
        this.offset = place.offset + label.front();
        this.label = label;
        this.front = front;
        this.readers = readers;
        this.damaged = damaged;
        this.left = label.bodyLength();
        this.reserved = Math.min(left, AHEAD);
        this.ready = next();
        if (left == 0) {
            channel.close();
        }
    }

    public String key() {
        return RecordCodec.key(label, front);
    }

    /** Its metadata without its bytes. */
    public byte[] head() {
        return Arrays.copyOfRange(front, RecordCodec.LABEL + label.keyLength(), front.length);
    }

    public int length() {
        return label.bodyLength();
    }

    /** The number of its event on the disk; see {@link DiskStore#isPurged}. */
    public long number() {
        return place.number;
    }

    /** The number of its requests, as far as is known. */
    public float count() {
        return place.count;
    }

    /** The time at which it was written, by the wall clock. */
    public long writtenMillis() {
        return label.writtenMillis();
    }

    private byte[] next() throws IOException {
        byte[] bytes = new byte[Math.min(left, AHEAD)];
        for (int at = 0; at < bytes.length; ) {
            int size = Math.min(RecordCodec.PIECE, bytes.length - at);
            byte[] piece = DiskSegment.bytes(channel, offset, size + RecordCodec.CHECKSUM);
            if (ByteBuffer.wrap(piece).getInt(size) != RecordCodec.crc(piece, 0, size)) {
                damaged.run();
                throw new StreamCorruptedException("the disk gives other bytes than were written to it");
            }
            System.arraycopy(piece, 0, bytes, at, size);
            at += size;
            offset += piece.length;
        }
        left -= bytes.length;
        return bytes;
    }

    @Override
    public int read(byte[] to, int at, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (position == ready.length && left > 0) {
            ready = readOn();
            position = 0;
        }
        int count = Math.min(most, ready.length - position);
        System.arraycopy(ready, position, to, at, count);
        position += count;
        return count == 0 ? -1 : count;
    }

    private byte[] readOn() throws IOException {
        if (abandoned) {
            throw new IOException("a read from the disk was given up before");
        }
        try {
            return readers.call(this::next, late -> closeChannel());
        } catch (SlowDiskException e) {
            abandoned = e.isHanging();
            throw e;
        } catch (InterruptedIOException e) {
            abandoned = true;
            throw e;
        }
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            // It was only read.
        }
    }

    /** Waits for no disk: a channel is not closed before a read from it has ended. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            readers.giveBack(reserved);
            if (!abandoned) {
                closeChannel();
            }
        }
    }
}
