package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.EncodedResponseHead;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.gos.space.SharedResponseSource.News;
import io.gosling.purge.message.PurgeVersionVector;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of other nodes for responses that this node holds or is fetching. A response in memory is given
 * on the event loop at once, without a copy; for a fetch under way a thread waits while the other node waits. A bounded
 * number of requests takes part in fetches, each to the end of its body; beyond it the answer is {@link
 * PeerFrame.Busy}.
 *
 * @param timeout timeout for purges that the other node knows
 * @param brief the same for a request for an object in memory
 * @param work one thread for each request that has to wait
 * @param places for requests that wait for this node's fetches
 */
record SharedResponseRequestHandler(
        SharedResponseSource desk,
        KnownPurgeVersions purges,
        Duration timeout,
        Duration brief,
        Ticker ticker,
        Executor work,
        Semaphore places) {
    private static final System.Logger LOG = System.getLogger(SharedResponseRequestHandler.class.getName());

    static final Duration BEAT = Duration.ofMillis(200);

    private static final int PIECE = 16 << 10;

    /** Answers a question of a link, once; on the link's loop. */
    void answer(IncomingLink link, int id, PeerFrame.Join join) {
        SharedResponseRequest ask = join.ask();
        if (ask.isFromMemory() && link.isCurrent()) {
            atOnce(link, id, ask);
        } else if (ask.isFromMemory() || places.tryAcquire()) {
            later(new Joining(link, id, ask));
        } else {
            link.answer(id, new PeerFrame.Busy());
        }
    }

    private void atOnce(IncomingLink link, int id, SharedResponseRequest ask) {
        SharedResponseSource.Giving giving = desk.join(ask);
        if (giving == null) {
            link.answer(id, new PeerFrame.Miss());
            return;
        }
        News news;
        ByteBuf bytes;
        try {
            news = giving.newsAtOnce();
            bytes = news instanceof News.Head ? giving.bytes() : Unpooled.EMPTY_BUFFER;
        } finally {
            close(giving);
        }
        if (news == null || bytes == null) {
            later(new Joining(link, id, ask));
        } else if (news instanceof News.Head head) {
            link.answer(id, given(head, bytes));
        } else {
            link.answer(id, withoutBytes(news));
        }
    }

    /** Closes a response; one that cannot be closed keeps no place and no bytes. */
    private static void close(SharedResponseSource.Giving giving) {
        try {
            giving.close();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "cannot close a response given to another node", e);
        }
    }

    private void later(Joining joining) {
        if (!joining.link.answerBy(work, joining.id, joining)) {
            joining.close();
        }
    }

    /** The answer of a response in memory; the reference passes over. */
    private OutgoingPeerResponse given(News.Head head, ByteBuf bytes) {
        try {
            EncodedResponseHead reply = reply(head);
            return OutgoingPeerResponse.inMemory(first -> new PeerFrame.Given(reply, head.length(), first), bytes);
        } catch (RuntimeException | Error e) {
            bytes.release();
            return OutgoingPeerResponse.of(new PeerFrame.Failed(String.valueOf(e.getMessage())));
        }
    }

    private EncodedResponseHead reply(News.Head head) {
        return EncodedResponseHead.of(head.reply(), head.variant(), ticker.nanos());
    }

    private PeerFrame withoutBytes(News news) {
        return switch (news) {
            case News.Same same ->
                new PeerFrame.Same(EncodedResponseHead.of(same.reply(), same.variant(), ticker.nanos()));
            case News.Apart apart -> new PeerFrame.Apart();
            case News.Failed failed -> new PeerFrame.FailedOrigin(failed.why());
            default -> new PeerFrame.Behind();
        };
    }

    /** One request that waits. Used by one thread at a time. */
    private final class Joining implements Runnable, OutgoingBody.Reader {
        final IncomingLink link;
        final int id;
        private final SharedResponseRequest ask;
        private final PurgeVersionVector told;
        private SharedResponseSource.@Nullable Giving giving;
        private boolean placed;

        /** True if the bytes are read while they are sent: whoever reads them closes this. */
        private boolean streaming;

        private volatile boolean unwanted;

        /** On the loop. */
        Joining(IncomingLink link, int id, SharedResponseRequest ask) {
            this.link = link;
            this.id = id;
            this.ask = ask;
            this.told = link.told();
            this.placed = !ask.isFromMemory();
        }

        @Override
        public void run() {
            OutgoingPeerResponse answer = OutgoingPeerResponse.by(this::answer);
            if (!streaming) {
                close();
            }
            link.answerLater(id, answer);
        }

        private OutgoingPeerResponse answer() throws InterruptedException {
            // First this node learns, then it answers: its response is not older than the purges that the other node
            // knows.
            if (!purges.learns(told, ask.isFromMemory() ? brief : timeout)) {
                return OutgoingPeerResponse.of(new PeerFrame.Behind());
            }
            SharedResponseSource.Giving joined = desk.join(ask);
            if (joined == null) {
                return OutgoingPeerResponse.of(new PeerFrame.Miss());
            }
            giving = joined;
            beat();
            News news = joined.news(BEAT);
            while (news instanceof News.NotYet && !unwanted) {
                beat();
                news = joined.news(BEAT);
            }
            if (!(news instanceof News.Head head)) {
                return OutgoingPeerResponse.of(withoutBytes(news));
            }
            ByteBuf bytes = joined.bytes();
            if (bytes != null) {
                return given(head, bytes);
            }
            PeerFrame given = new PeerFrame.Given(reply(head), head.length(), Unpooled.EMPTY_BUFFER);
            streaming = true;
            return new OutgoingPeerResponse(given, new OutgoingBody(this, head.length(), work));
        }

        /** Tells the other node that this one is alive, and learns whether it still waits. */
        private void beat() {
            Runnable step = () -> {
                if (!link.alive(id)) {
                    unwanted = true;
                }
            };
            if (!OutgoingLinks.execute(link.loop(), step)) {
                unwanted = true;
            }
        }

        @Override
        public @Nullable ByteBuf next(int most) throws IOException {
            SharedResponseSource.Giving from = giving;
            if (from == null) {
                throw new IOException("there is nothing to read");
            }
            byte[] piece = new byte[Math.min(most, PIECE)];
            int read = from.read(piece, BEAT);
            while (read == 0 && !unwanted) {
                beat();
                read = from.read(piece, BEAT);
            }
            return read < 0 ? null : Unpooled.wrappedBuffer(piece, 0, read);
        }

        @Override
        public void close() {
            SharedResponseSource.Giving left = giving;
            giving = null;
            if (left != null) {
                SharedResponseRequestHandler.close(left);
            }
            if (placed) {
                placed = false;
                places.release();
            }
        }
    }
}
