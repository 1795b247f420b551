package io.gosling.tools.load;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.Future;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One of a browser's connections: sends a request, waits, and returns the response. Used by one thread, which it
 * blocks; the connection belongs to its event loop.
 */
final class BrowserConnection implements RequestSlot.Requester {
    /** Of a body, what is beyond is passed by. */
    private static final int MOST_KEPT = 4 << 20;

    private final BrowserSessions.Desk desk;
    private final LoadRunControl control;
    private final long timeOutNanos;
    private final Http1RequestSlot link;
    private byte[] body = new byte[8 << 10];
    private int length;
    private long asked;
    private CompletableFuture<Fetched> answer = new CompletableFuture<>();

    /**
     * The result of a fetch.
     *
     * @param status 0 if there was no response
     */
    record Fetched(int status, String contentType, String location, byte[] body) {
        static final Fetched NOTHING = new Fetched(0, "", "", new byte[0]);

        /** Nothing was asked for, since the run is over. */
        static final Fetched OVER = new Fetched(-1, "", "", new byte[0]);

        boolean isGood() {
            return status >= 200 && status < 400;
        }
    }

    BrowserConnection(BrowserSessions.Desk desk, ServerConnector connecting, LoadRunControl control) {
        this.desk = desk;
        this.control = control;
        this.timeOutNanos = connecting.settings().timeOut().toNanos();
        this.link = new Http1RequestSlot(connecting, this, desk.kinds(), this::keep);
    }

    private void keep(ByteBuf in, int more) {
        int room = Math.min(more, MOST_KEPT - length);
        if (length + room > body.length) {
            body = Arrays.copyOf(body, Math.max(2 * body.length, length + room));
        }
        in.readBytes(body, length, room);
        length += room;
    }

    Fetched get(byte[] target) {
        CompletableFuture<Fetched> coming = new CompletableFuture<>();
        desk.loop().execute(() -> {
            answer = coming;
            length = 0;
            asked = System.nanoTime();
            long began = asked;
            Future<?> late = desk.loop().schedule(() -> link.giveUp(began), timeOutNanos, TimeUnit.NANOSECONDS);
            coming.whenComplete((fetched, failed) -> late.cancel(false));
            link.ask(target, asked);
        });
        return coming.join();
    }

    @Override
    public void answered(RequestSlot from, int status, String kind, long bytes) {
        if (control.counts(asked)) {
            desk.loadCounts().answered(status, kind, bytes, asked, System.nanoTime());
        }
        ParsedResponseHead head = link.head();
        answer.complete(new Fetched(
                status, head.contentType().toString(), head.location().toString(), Arrays.copyOf(body, length)));
    }

    @Override
    public void failed(RequestSlot from, RequestFailureReason why, boolean lost) {
        if (control.counts(asked)) {
            desk.loadCounts().failed(why, System.nanoTime() - asked);
        }
        answer.complete(Fetched.NOTHING);
    }

    void close() {
        desk.loop().execute(link::close);
    }
}
