package io.gosling.gos.peer;

import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.Node;
import io.gosling.gos.warm.HotKey;
import io.gosling.gos.warm.HotKeyLines;
import io.gosling.gos.warm.MemoryWarmUp;
import io.gosling.gos.warm.TransferCounts;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers nodes that come, and nodes that leave. Each request on a virtual thread of its own, which blocks. */
record WarmServer(MemoryWarmUp warmUp, MessageRecipients book) {
    private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();

    @Nullable
    Response answer(Request request) throws IOException {
        return switch (request.method() + " " + request.rawPath()) {
            case "GET " + PeerFields.HOTTEST -> hottest();
            case "POST " + PeerFields.HAND_OVER -> take(request);
            default -> null;
        };
    }

    private Response hottest() {
        List<HotKey> held = warmUp.hottest();
        byte[] lines = HotKeyLines.write(held, HotKeyLines.MOST_LISTED_BYTES);
        return Response.bytes("text/plain; charset=utf-8", lines).with(PeerFields.HELD, Integer.toString(held.size()));
    }

    private Response take(Request request) throws IOException {
        try {
            Node from =
                    book.byTag(Integer.parseInt(String.valueOf(request.headers().first(PeerFields.FROM))));
            if (from == null) {
                return Response.text("this node does not know the requester\n").withStatus(409);
            }
            List<HotKey> keys =
                    HotKeyLines.read(request.body().readNBytes(HotKeyLines.MOST_BYTES + 1), HotKeyLines.MOST_BYTES);
            TransferCounts taken = warmUp.take(from, keys, within(request));
            return taken == null
                    ? Response.text("this node is leaving too\n").withStatus(409)
                    : Response.text(taken.write() + "\n");
        } catch (IllegalArgumentException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while taking over objects");
        }
    }

    private static Duration within(Request request) {
        String query = request.rawQuery();
        if (!query.startsWith("within=")) {
            throw new IllegalArgumentException("\"" + query + "\"; expected within= and milliseconds");
        }
        return Duration.ofMillis(Math.clamp(Long.parseLong(query.substring("within=".length())), 1, MOST_MILLIS));
    }
}
