package io.gosling.gos.link;

import io.gosling.document.BlockInputStream;
import io.gosling.document.Ticker;
import io.gosling.netty.exchange.BodyQueue;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a copy that come over a link, for a thread that waits for them. The event loop offers them, one thread
 * reads; it has a deadline for the whole, while the link watches over the pauses.
 */
final class IncomingBody extends BlockInputStream {
    /** Bytes after which the other node hears that they were read. */
    private static final int REPORTED = 64 << 10;

    private static final long UNLIMITED_NANOS = Long.MAX_VALUE / 2;

    private final BodyQueue pieces = new BodyQueue();
    private final Ticker ticker;
    private final Flow flow;
    private long untilNanos;
    private int unreported;
    private @Nullable Runnable begun;

    /** The other end of the bytes; called by the reader. */
    interface Flow {
        void consumed(int bytes);

        /** The reader has closed before the end. */
        void abandoned();

        /** The reader has waited for too long. */
        void late();
    }

    IncomingBody(Ticker ticker, Flow flow) {
        this.ticker = ticker;
        this.flow = flow;
        this.untilNanos = ticker.nanos() + UNLIMITED_NANOS;
    }

    /** Reader: everything must come until then, by the ticker. */
    void completeUntil(long nanos) {
        untilNanos = nanos;
    }

    /** Reader: run once, when the first bytes have been read. */
    void whenBegun(Runnable step) {
        begun = step;
    }

    /** Event loop: the reference passes over. */
    void offer(ByteBuf piece) {
        pieces.offer(piece);
    }

    /** Event loop: the last byte has been offered. */
    void end() {
        pieces.end(null);
    }

    void fail(IOException why) {
        pieces.end(why);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = pieces.read(to, offset, length, this::nanosLeft);
        if (read > 0 && begun != null) {
            begun.run();
            begun = null;
        }
        if (read > 0) {
            unreported += read;
            if (unreported >= REPORTED) {
                flow.consumed(unreported);
                unreported = 0;
            }
        }
        return read;
    }

    @Override
    public int available() {
        return pieces.waiting();
    }

    private long nanosLeft() throws IOException {
        long left = untilNanos - ticker.nanos();
        if (left <= 0) {
            flow.late();
            throw new SocketTimeoutException("the body did not come in time");
        }
        return left;
    }

    @Override
    public void close() {
        if (pieces.close()) {
            flow.abandoned();
        }
    }
}
