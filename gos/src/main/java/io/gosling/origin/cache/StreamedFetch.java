package io.gosling.origin.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.caching.StoredResponseHead;
import io.gosling.common.InterruptedWait;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.http.Headers;
import io.gosling.origin.upstream.BodyPipe;
import io.gosling.origin.upstream.Upstream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A streamed fetch: one thread reads a response's bytes into memory, as fast as the origin gives them, and any number
 * of requests read along from the first byte. So a slow client delays no other, and one that leaves ends nothing.
 *
 * <p>A response whose length is not announced may turn out too large to store. The bytes received so far then stay for
 * the request that started the fetch, which reads the rest from the origin itself. Others read along before the end is
 * known only if they can continue by a request of their own, under a strong ETag.
 *
 * <p>One monitor, held while bytes are copied. The last bytes become visible when the response has been stored, so that
 * a client that has read it all and asks again finds it.
 */
final class StreamedFetch implements Runnable {
    private static final int PIECE = 16 << 10;
    static final int NOT_YET = -2;

    private static final int FIRST_GUESS = 16 << 10;

    final Upstream.Answer answer;
    final StoredResponseHead reply;
    final Headers asked;
    private final ResponseMemory memory;
    private final Owner owner;

    @GuardedBy("this")
    private ByteBuf bytes;

    @GuardedBy("this")
    private int visible;

    @GuardedBy("this")
    private int users = 1;

    @GuardedBy("this")
    private @Nullable End end;

    @GuardedBy("this")
    private @Nullable IOException failure;

    @GuardedBy("this")
    private boolean leaderLeft;

    /** The bytes read beyond the room in memory. */
    @GuardedBy("this")
    private byte[] rest = {};

    enum End {
        WHOLE,
        TOO_LARGE,
        BROKEN
    }

    /** The owner of a fetch. */
    @FunctionalInterface
    interface Owner {
        /**
         * Called once, on the fetch's thread, before the last bytes become visible.
         *
         * @param bytes all of them, whose reference passes over; null unless they have come and may be stored
         */
        void ended(StreamedFetch streamedReply, End end, @Nullable ByteBuf bytes);
    }

    private StreamedFetch(
            Upstream.Answer answer,
            StoredResponseHead reply,
            Headers asked,
            ResponseMemory memory,
            Owner owner,
            ByteBuf bytes) {
        this.answer = answer;
        this.reply = reply;
        this.asked = asked;
        this.memory = memory;
        this.owner = owner;
        this.bytes = bytes;
    }

    /**
     * Creates a streamed fetch; null without room.
     *
     * @param silence timeout for the next byte; null where the body fails by itself
     * @param asked the headers of the request that started the fetch
     */
    static @Nullable StreamedFetch of(
            Upstream.Answer answer,
            @Nullable Duration silence,
            StoredResponseHead reply,
            Headers asked,
            ResponseMemory memory,
            Owner owner) {
        long length = answer.length();
        if (length > Integer.MAX_VALUE) {
            return null;
        }
        ByteBuf room = memory.room(length < 0 ? FIRST_GUESS : (int) length);
        if (room == null) {
            return null;
        }
        Upstream.Answer read = silence == null ? answer : BodyPipe.within(answer, silence);
        return new StreamedFetch(read, reply, asked, memory, owner, room);
    }

    /** The length in bytes, or -1 when it was not announced. */
    long length() {
        return answer.length();
    }

    @Override
    public void run() {
        End reached = End.BROKEN;
        IOException why = null;
        ByteBuf kept = null;
        try {
            reached = receive();
            kept = reached == End.WHOLE ? exactly() : null;
        } catch (IOException e) {
            why = e;
        } finally {
            end(reached, kept, why);
        }
    }

    /** Ends a fetch that was not started. */
    void giveUp() {
        end(End.BROKEN, null, null);
    }

    private void end(End reached, @Nullable ByteBuf kept, @Nullable IOException why) {
        try {
            owner.ended(this, reached, kept);
        } finally {
            finish(reached, why);
        }
    }

    private End receive() throws IOException {
        byte[] piece = new byte[PIECE];
        for (int read = answer.body().read(piece);
                read >= 0;
                read = answer.body().read(piece)) {
            if (!append(piece, read)) {
                return End.TOO_LARGE;
            }
        }
        synchronized (this) {
            if (answer.length() >= 0 && bytes.readableBytes() != answer.length()) {
                throw new EOFException(
                        "the body ended after " + bytes.readableBytes() + " of " + answer.length() + " bytes");
            }
            return End.WHOLE;
        }
    }

    private synchronized boolean append(byte[] piece, int length) {
        if (bytes.writableBytes() < length && !grow(length)) {
            rest = Arrays.copyOf(piece, length);
            return false;
        }
        bytes.writeBytes(piece, 0, length);
        if (bytes.readableBytes() != answer.length()) {
            visible = bytes.readableBytes();
            notifyAll();
        }
        return true;
    }

    @GuardedBy("this")
    private boolean grow(int more) {
        int needed = bytes.readableBytes() + more;
        long doubled = Math.max(needed, 2L * bytes.capacity());
        ByteBuf larger = answer.length() >= 0 || doubled > Integer.MAX_VALUE ? null : memory.room((int) doubled);
        if (larger == null) {
            return false;
        }
        larger.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
        bytes.release();
        bytes = larger;
        return true;
    }

    /** All bytes, in a buffer of exactly their size; null without room for it. */
    private synchronized @Nullable ByteBuf exactly() {
        int length = bytes.readableBytes();
        if (bytes.capacity() == Math.max(1, length)) {
            return bytes.retain();
        }
        ByteBuf exact = memory.room(length);
        return exact == null ? null : exact.writeBytes(bytes, bytes.readerIndex(), length);
    }

    private void finish(End reached, @Nullable IOException why) {
        boolean nobodyReadsOn;
        synchronized (this) {
            nobodyReadsOn = reached != End.TOO_LARGE || leaderLeft;
            end = reached;
            failure = why;
            visible = bytes.readableBytes();
            notifyAll();
        }
        if (nobodyReadsOn) {
            answer.close();
        }
        letGo();
    }

    synchronized StreamedResponseReader leader() {
        users++;
        return new StreamedResponseReader(this, true, null);
    }

    /** Adds a reader, with a source to continue from if the response is too large; null when the bytes are gone. */
    @Nullable
    synchronized StreamedResponseReader tryReader(@Nullable BodyResumption beyond) {
        if (users == 0 || end == End.TOO_LARGE || end == End.BROKEN) {
            return null;
        }
        users++;
        return new StreamedResponseReader(this, false, beyond);
    }

    /**
     * Reads bytes from a position on, as soon as there are some; {@link #NOT_YET} after {@code timeout} nanoseconds,
     * -1 at the end, 0 when the rest is to be read from {@link #rest} or another source.
     */
    synchronized int read(int position, byte[] to, int offset, int length, long timeout) throws IOException {
        Ticker ticker = Ticker.system();
        long began = ticker.nanos();
        try {
            for (long left = timeout; position >= visible && end == null; left = timeout - (ticker.nanos() - began)) {
                if (left <= 0) {
                    return NOT_YET;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            throw InterruptedWait.during("waiting for a response's bytes");
        }
        if (position < visible) {
            int count = Math.min(length, visible - position);
            bytes.getBytes(bytes.readerIndex() + position, to, offset, count);
            return count;
        }
        if (end == End.BROKEN) {
            throw failure == null ? new IOException("the response was given up") : failure;
        }
        return end == End.WHOLE ? -1 : 0;
    }

    /** Returns the number of bytes from a position on that {@link #read} gives without waiting. */
    synchronized int available(int position) {
        return Math.max(0, visible - position);
    }

    /** The bytes beyond the room in memory, for the leader. */
    synchronized InputStream rest() {
        return new SequenceInputStream(new ByteArrayInputStream(rest), answer.body());
    }

    /** Records that a reader has closed; the leader closes an unread rest. */
    void closed(boolean leader) {
        boolean abandoned;
        synchronized (this) {
            abandoned = leader && end == End.TOO_LARGE;
            leaderLeft |= leader;
        }
        if (abandoned) {
            answer.close();
        }
        letGo();
    }

    /** Keeps the bytes until {@link #letGo}. */
    synchronized void hold() {
        users++;
    }

    synchronized void letGo() {
        if (--users == 0) {
            bytes.release();
            bytes = Unpooled.EMPTY_BUFFER;
        }
    }
}
