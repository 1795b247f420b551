package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.accesslog.LoopAccessLog;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.netty.fastpath.PlainRequestParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the responses that the event loop itself gives while it reads, so that a burst of pipelined requests costs
 * one buffer, one write and one flush; logs each when its bytes are with the socket. Belongs to one connection and
 * its loop. Keeps its records in a reusable array.
 */
final class ResponseBatch implements GenericFutureListener<Future<Void>> {
    private static final ResponseSource[] PLACES = ResponseSource.values();
    private static final int FURTHER_BUFFER = 16 << 10;
    private static final int FIELDS = 5;

    private final Channel channel;
    private final CompletedResponseListener log;
    private final Ticker ticker;
    private final @Nullable LoopAccessLog loopLog;
    private @Nullable ConnectionAccessLog lines;

    private @Nullable ByteBuf buffer;
    private int answers;
    private int buffersInBatch;

    /**
     * A ring of records: place, status, bytes, beginning, and 1 for one that is noted for the access log; {@code
     * sizes} has the answers of each batch on its way.
     */
    private long[] records = new long[FIELDS];

    private int firstRecord;
    private int recordCount;
    private long[] sizes = new long[1];
    private int firstSize;
    private int sizeCount;

    /** @param loopLog null without an access log */
    ResponseBatch(Channel channel, CompletedResponseListener log, Ticker ticker, @Nullable LoopAccessLog loopLog) {
        this.channel = channel;
        this.log = log;
        this.ticker = ticker;
        this.loopLog = loopLog;
    }

    /** The access log of this connection; null while it is off. */
    @Nullable
    ConnectionAccessLog lines() {
        if (loopLog == null || !loopLog.isOn()) {
            return null;
        }
        ConnectionAccessLog known = lines;
        if (known == null) {
            known = new ConnectionAccessLog(loopLog, channel);
            lines = known;
        }
        return known;
    }

    boolean isEmpty() {
        return answers == 0 && buffer == null && buffersInBatch == 0;
    }

    ByteBuf room(int bytes) {
        ByteBuf current = buffer;
        if (current != null && current.writableBytes() >= bytes) {
            return current;
        }
        writeBuffer();
        int size = buffersInBatch++ == 0 ? bytes : Math.max(bytes, FURTHER_BUFFER);
        ByteBuf next = channel.alloc().directBuffer(size);
        buffer = next;
        return next;
    }

    void body(ByteBuf body) {
        writeBuffer();
        channel.write(body, channel.voidPromise());
        // After a body, as a rule, a few bytes follow before another one.
        buffersInBatch = 0;
    }

    void answered(PlainRequestParser request, ResponseSource from, int status, long bytes, long began) {
        ConnectionAccessLog on = lines();
        answered(on == null ? null : on.note(request), from, status, bytes, began);
    }

    void answered(@Nullable HttpRequest request, ResponseSource from, int status, long bytes, long began) {
        ConnectionAccessLog on = lines();
        answered(on == null ? null : on.note(request), from, status, bytes, began);
    }

    /** Records a response to a request that was noted when it came; null without an access log. */
    void answered(@Nullable AccessRecord note, ResponseSource from, int status, long bytes, long began) {
        if (lines != null && note != null) {
            lines.given(note);
        }
        answered(from, status, bytes, began, note != null);
    }

    /** Records an answer that was broken off. */
    void gaveUp(@Nullable AccessRecord note, long began) {
        long nanos = ticker.nanos() - began;
        log.answered(ResponseSource.ERROR, ServerExchange.CLIENT_LEFT, 0, nanos);
        if (lines != null && note != null) {
            lines.write(note, ResponseSource.ERROR, ServerExchange.CLIENT_LEFT, 0, nanos);
        }
    }

    private void answered(ResponseSource from, int status, long bytes, long began, boolean noted) {
        int capacity = records.length / FIELDS;
        if (recordCount == capacity) {
            records = unrolled(records, firstRecord * FIELDS);
            firstRecord = 0;
            capacity = records.length / FIELDS;
        }
        int at = (firstRecord + recordCount++) % capacity * FIELDS;
        records[at] = from.ordinal();
        records[at + 1] = status;
        records[at + 2] = bytes;
        records[at + 3] = began;
        records[at + 4] = noted ? 1 : 0;
        answers++;
    }

    /** Passes everything to the channel, so that other writes may follow; true if a flush is due. */
    boolean write() {
        if (answers > 0) {
            writeAnswers();
            return true;
        }
        // The beginning of answers whose end is still to come.
        boolean any = buffer != null || buffersInBatch > 0;
        writeBuffer();
        buffersInBatch = 0;
        return any;
    }

    /** Writes and flushes; complete when all bytes are with the socket, or given up. */
    ChannelFuture end() {
        ChannelFuture last = answers == 0 ? channel.write(Unpooled.EMPTY_BUFFER) : writeAnswers();
        channel.flush();
        return last;
    }

    private ChannelFuture writeAnswers() {
        ChannelPromise promise = channel.newPromise();
        promise.addListener(this);
        if (sizeCount == sizes.length) {
            sizes = unrolled(sizes, firstSize);
            firstSize = 0;
        }
        sizes[(firstSize + sizeCount++) % sizes.length] = answers;
        answers = 0;
        buffersInBatch = 0;
        ByteBuf last = buffer;
        buffer = null;
        return channel.write(last == null ? Unpooled.EMPTY_BUFFER : last, promise);
    }

    @Override
    public void operationComplete(Future<Void> written) {
        long count = sizes[firstSize];
        firstSize = (firstSize + 1) % sizes.length;
        sizeCount--;
        long now = ticker.nanos();
        for (int i = 0; i < count; i++) {
            int at = firstRecord * FIELDS;
            firstRecord = (firstRecord + 1) % (records.length / FIELDS);
            recordCount--;
            boolean noted = records[at + 4] == 1;
            if (written.isSuccess()) {
                tell(PLACES[(int) records[at]], (int) records[at + 1], records[at + 2], now - records[at + 3], noted);
            } else {
                tell(ResponseSource.ERROR, ServerExchange.CLIENT_LEFT, 0, now - records[at + 3], noted);
            }
        }
    }

    private void tell(ResponseSource from, int status, long bytes, long nanos, boolean noted) {
        log.answered(from, status, bytes, nanos);
        if (lines != null && noted) {
            lines.answered(from, status, bytes, nanos);
        }
    }

    private void writeBuffer() {
        if (buffer != null) {
            channel.write(buffer, channel.voidPromise());
            buffer = null;
        }
    }

    private static long[] unrolled(long[] ring, int first) {
        long[] larger = Arrays.copyOf(Arrays.copyOfRange(ring, first, ring.length), ring.length * 2);
        System.arraycopy(ring, 0, larger, ring.length - first, first);
        return larger;
    }
}
