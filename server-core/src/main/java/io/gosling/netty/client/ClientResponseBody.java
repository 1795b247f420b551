package io.gosling.netty.client;

import io.gosling.common.LateWakeupCheck;
import io.gosling.document.BlockInputStream;
import io.gosling.document.Ticker;
import io.gosling.netty.exchange.BodyQueue;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response: offered by the event loop, read by one thread, each piece with a timeout and the whole with
 * a deadline. Reading from the connection stops while {@value #ENOUGH} bytes wait here.
 */
final class ClientResponseBody extends BlockInputStream {
    static final int ENOUGH = 256 << 10;

    private final BodyQueue pieces = new BodyQueue();
    private final Ticker ticker;
    private long progress;
    private final Runnable consumed;
    private final Runnable abandoned;
    private long deadline;

    /**
     * @param progress initial timeout of the next piece, in nanoseconds
     * @param deadline for the whole, in the ticker's nanoseconds
     * @param consumed called by the reader after each piece
     * @param abandoned called once when the reader closes before the end
     */
    ClientResponseBody(Ticker ticker, long progress, long deadline, Runnable consumed, Runnable abandoned) {
        this.ticker = ticker;
        this.progress = progress;
        this.deadline = deadline;
        this.consumed = consumed;
        this.abandoned = abandoned;
    }

    /** Event loop, before there is a reader: the body may pause for so long, and take any time in all. */
    void last(long pause) {
        progress = pause;
        deadline = ticker.nanos() + (Long.MAX_VALUE >> 1);
    }

    void offer(ByteBuf piece) {
        pieces.offer(piece);
    }

    void end(@Nullable IOException why) {
        pieces.end(why);
    }

    boolean hasEnough() {
        return pieces.holds(ENOUGH);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = pieces.read(to, offset, length, new Wait());
        if (read > 0) {
            consumed.run();
        }
        return read;
    }

    @Override
    public int available() {
        return pieces.waiting();
    }

    /** The timeout of one wait: until the next piece, or the whole body, is late. */
    private final class Wait implements BodyQueue.Timeout {
        private final long stalled = ticker.nanos() + progress;
        private boolean spared;

        @Override
        public long nanosLeft() throws IOException {
            long now = ticker.nanos();
            long left = Math.min(stalled - now, deadline - now);
            if (left > 0) {
                return left;
            }
            if (LateWakeupCheck.is(stalled, now) && !spared) {
                spared = true;
                return LateWakeupCheck.SECOND_CHANCE;
            }
            throw new SocketTimeoutException(
                    stalled - now <= 0
                            ? "no bytes of the body came for " + progress / 1_000_000 + " ms"
                            : "the body did not come in time");
        }
    }

    @Override
    public void close() {
        if (pieces.close()) {
            abandoned.run();
        }
    }
}
