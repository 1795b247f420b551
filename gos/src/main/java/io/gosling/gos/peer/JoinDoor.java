package io.gosling.gos.peer;

import io.gosling.document.Body;
import io.gosling.document.Ticker;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.ReplyDesk;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * The endpoint for other nodes' requests for responses that this node holds or is fetching. Each request runs on a
 * virtual thread of its own, which stays for as long as bytes come. Requests that wait for a fetch may use a part of
 * the port's exchanges and no more, since the purge messages of the quorum use the same port: beyond it the answer is
 * {@link PeerFields#FULL}, at once.
 */
final class JoinDoor {
    private final ReplyDesk replyDesk;
    private final KnownPurges purges;
    private final Duration timeout;
    private final Duration brief;
    private final Ticker ticker;
    private final Semaphore places;

    /**
     * Creates the endpoint.
     *
     * @param timeout timeout for purges that the requester knows
     * @param brief the same for a request for an object in memory
     * @param most requests that may wait for this node's fetches
     */
    JoinDoor(ReplyDesk replyDesk, KnownPurges purges, Duration timeout, Duration brief, Ticker ticker, int most) {
        this.replyDesk = replyDesk;
        this.purges = purges;
        this.timeout = timeout;
        this.brief = brief;
        this.ticker = ticker;
        this.places = new Semaphore(most);
    }

    Response answer(Request request) throws IOException {
        Headers headers = request.headers();
        String url = headers.first(PeerFields.KEY);
        long number = PeerFields.fill(headers);
        byte[] fields = request.body().readNBytes(FillFrames.MOST_FIELDS + 1);
        if (url == null || number < 0) {
            return Response.of(400);
        }
        if (fields.length > FillFrames.MOST_FIELDS) {
            return Response.of(413);
        }
        String tag = headers.first(PeerFields.TAG);
        JoinAsk ask = new JoinAsk(url, FillFrames.fields(fields), tag == null ? "" : tag, number);
        if (!ask.isFromMemory()) {
            if (!places.tryAcquire()) {
                return Response.of(PeerFields.FULL);
            }
            request.whenDone(places::release);
        }
        String known = headers.first(PeerFields.PURGES);
        try {
            // First this node learns, then it answers: its response is not older than the purges that the requester
            // knows.
            if (known != null && !purges.learns(known, ask.isFromMemory() ? brief : timeout)) {
                return Response.of(PeerFields.LATE);
            }
            ReplyDesk.Giving giving = replyDesk.join(ask);
            if (giving == null) {
                return Response.of(404);
            }
            request.whenDone(giving::close);
            return new Response(200, Headers.empty(), new Body.Written(out -> FillFrames.write(giving, out, ticker)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while another node waited to join");
        }
    }
}
