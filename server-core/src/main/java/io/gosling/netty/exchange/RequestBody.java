package io.gosling.netty.exchange;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.BlockInputStream;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;

/**
 * A request's body: offered by the event loop, read by the exchange's thread or one that works for it. The loop stops
 * reading the connection while much is waiting here, and {@code consumed} notifies it when it may go on.
 */
public final class RequestBody extends BlockInputStream {
    /** Bytes that may wait before the connection pauses. */
    static final int ENOUGH = 64 << 10;

    /** An unread rest of up to this many bytes is read and discarded; above it, closing the connection is cheaper. */
    static final int SKIPPED = 64 << 10;

    private final BodyQueue pieces = new BodyQueue();
    private final long limit;
    private final long declared;
    private final boolean expected;
    private final Runnable letCome;
    private final Runnable consumed;
    private final ExchangeSlots.Reading wait;

    /** Written by the event loop. */
    private volatile long received;

    /** Written by the reader. */
    private volatile long read;

    private volatile Headers trailers = Headers.empty();
    private volatile boolean silent;

    /* Guards the order: 100 (Continue) in the midst of an answer would be taken for a part of it. */
    @GuardedBy("this")
    private boolean reading;

    @GuardedBy("this")
    private boolean answered;

    /** The reason why a body cannot be read to its end: caused by the client, and answered with its status. */
    public static final class Failure extends IOException {
        private final int status;

        public Failure(int status, String message) {
            super(message);
            this.status = status;
        }

        public int status() {
            return status;
        }
    }

    /**
     * @param limit bytes; more is a failure with status 413
     * @param declared its length, or -1 where it is not known beforehand
     * @param expects true if the client waits for 100 (Continue)
     * @param letCome called by the reader at most once, when a client that waits for 100 (Continue) is to be sent it
     * @param consumed called by the reader after each piece
     * @param wait of this body alone: gives the exchange slot back while the reader waits for the client
     */
    public RequestBody(
            long limit,
            long declared,
            boolean expects,
            Runnable letCome,
            Runnable consumed,
            ExchangeSlots.Reading wait) {
        this.wait = wait;
        this.limit = limit;
        this.declared = declared;
        this.expected = declared != 0 && expects;
        this.letCome = letCome;
        this.consumed = consumed;
    }

    /**
     * Returns the stream of what a client sends after an upgrade, until it closes; without a limit, but never read
     * ahead of its reader.
     */
    public static RequestBody afterUpgrade(Runnable consumed, ExchangeSlots slots) {
        return new RequestBody(Long.MAX_VALUE, -1, false, () -> {}, consumed, slots.talking());
    }

    /** Event loop: adds a piece and takes over its reference. */
    public void offer(ByteBuf piece) {
        long sum = received + piece.readableBytes();
        received = sum;
        if (sum > limit) {
            fail(new Failure(413, "the body is longer than " + limit + " bytes"));
        }
        pieces.offer(piece);
    }

    /** Event loop: ends the body, with these trailers. */
    public void end(Headers after) {
        trailers = after;
        pieces.end(null);
    }

    /** Event loop: ends the body with a failure. */
    public void fail(Failure why) {
        pieces.end(why);
    }

    public boolean isTooLong() {
        return received > limit;
    }

    public boolean hasEnough() {
        return pieces.holds(ENOUGH);
    }

    /** Returns false if the request ended with its header. */
    public boolean mayHaveBytes() {
        return declared != 0;
    }

    /** Returns the bytes that have arrived and were not read. */
    public int waiting() {
        return pieces.waiting();
    }

    /** Returns the bytes that have arrived and were never read, including those that were discarded since. */
    public long wasted() {
        return received - read;
    }

    /** Lets the client be silent for as long as it likes: its reader has a timeout of its own. */
    public void allowSilence() {
        silent = true;
    }

    /** Returns whether the reader is waiting for the client now, which is to send something soon. */
    public boolean isAwaited() {
        return !silent && pieces.isAwaited();
    }

    /** Returns whether it has arrived completely, or so little is missing that it may be read and discarded. */
    public boolean canSkipRest() {
        boolean comes = !pieces.hasFailed() && (!expected || isRead());
        return pieces.hasEnded() || (comes && declared >= 0 && declared - received <= SKIPPED);
    }

    /** Returns the trailers once the body was read to its end; none before. */
    public Headers trailers() {
        return pieces.hasEnded() && !pieces.holds(1) ? trailers : Headers.empty();
    }

    /** The exchange's thread: a final response begins, after which 100 (Continue) must not be sent. */
    public synchronized void answered() {
        answered = true;
    }

    private synchronized boolean isRead() {
        return reading;
    }

    @Override
    public void close() {
        pieces.close();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        begin();
        int taken = readWaiting(to, offset, length);
        read += taken;
        consumed.run();
        return taken == 0 ? -1 : taken;
    }

    /** Reads some bytes, or 0 at the end; gives back the exchange's slot while that takes long. */
    private int readWaiting(byte[] to, int offset, int length) throws IOException {
        boolean whole = false;
        try {
            int taken = Math.max(0, pieces.read(to, offset, length, wait));
            whole = true;
            wait.came(taken);
            return taken;
        } finally {
            if (!whole) {
                wait.failed();
            }
        }
    }

    /** Sends 100 (Continue) to a client that waits for it, unless it sends already (RFC 9110, section 10.1.1). */
    private synchronized void begin() throws IOException {
        if (!reading && expected && received == 0 && !pieces.hasEnded()) {
            if (answered) {
                throw new IOException("the client waits for leave to send its body, and was answered without it");
            }
            letCome.run();
        }
        reading = true;
    }
}
