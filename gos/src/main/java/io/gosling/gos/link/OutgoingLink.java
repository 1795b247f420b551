package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.PeerFrameCodec;
import io.gosling.gos.link.frame.PeerFrameReader;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.netty.transport.Transport;
import io.gosling.purge.message.PurgeVersionVector;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The asking side of a link with another node. Belongs to one event loop, on which every method is called and every
 * answer comes.
 *
 * <pre>
 *   1 opening: connecting, and waiting for the other node's greeting; questions wait, at most 1024
 *   2 open: questions are sent, and answered in any order; each has a deadline
 *   3 over: the connection was closed, by either side; all questions have ended
 * </pre>
 *
 * <p>A question that misses its deadline, or whose link ends, makes the other node silent ({@link SilentPeers}). Then
 * questions that other nodes can answer are refused at once, on all links, until something comes: the answer to a
 * probe, or the greeting on a new link; and on its link until the probe is answered. When nothing at all comes on it
 * for 2 s, the probe ends its link.
 *
 * <p>One timer looks at the deadlines, every 10 ms while something is asked. So a deadline may be overrun by 10 ms.
 */
final class OutgoingLink implements PeerFrameReader.Frames {
    /** Questions at a time; further ones are refused. */
    static final int MOST_ASKED = 1024;

    /** The id of frames that are no questions. */
    private static final int NO_ANSWER = 0;

    /** A question that a node answers at once, from its event loop: a report of no counts. */
    private static final PeerFrame PROBE = new PeerFrame.Report(new Ageing(0, 0.5, 1), List.of());

    /** Bytes in the connection's queue below which more is written, and from which on no more. */
    private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(512 << 10, 1 << 20);

    /**
     * TLS records in both directions, after which another link takes over: two for a frame, and one for each 16 KiB.
     * BoringSSL renews no keys, and AES-GCM is good for 2^24.5 records with one (RFC 8446, section 5.5).
     */
    private static final int MOST_RECORDS = 1 << 23;

    private static final int RECORD_BYTES = 1 << 14;

    /** Time after a failure to connect during which no other connection is tried. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ClusterMember peer;
    private final EventLoop loop;
    private final PeerLinkContext rules;
    private final SilentPeers silent;
    private final Runnable over;

    private final PeerFrameReader reader = new PeerFrameReader(this);
    private final IntObjectMap<LinkQuestion> asked = new IntObjectHashMap<>();
    private final List<Runnable> unsent = new ArrayList<>();
    private State state = State.OPENING;
    private @Nullable PeerRefusal ended;
    private @Nullable Channel channel;
    private int records;
    private int lastId;
    private PurgeVersionVector lastTold = PurgeVersionVector.ZERO;
    private final Runnable flush = this::flush;
    private boolean flushing;
    private long begunNanos;
    private @Nullable Future<?> timer;
    private int probe = NO_ANSWER;
    private @Nullable String leaving;
    private boolean failed;
    private long overNanos;

    private enum State {
        OPENING,
        OPEN,
        OVER
    }

    /** Receives the answer to one question, on the link's loop. */
    interface Answer {
        /**
         * The answer, or more of its body. It is the last one unless a {@link PeerFrame.Have} or {@link
         * PeerFrame.Given} lacks bytes; then {@link PeerFrame.Data} follows for as long as {@link
         * OutgoingLink#consumed} is called. {@link PeerFrame.Alive} may come at any time.
         *
         * @param frame with the reference of its body
         */
        void frame(PeerFrame frame);

        /** There will be no answer, or no more of it. May be called before {@link OutgoingLink#ask} returns. */
        void ended(PeerRefusal why);
    }

    /** @param over run once when the link is over */
    OutgoingLink(ClusterMember peer, EventLoop loop, PeerLinkContext rules, SilentPeers silent, Runnable over) {
        this.peer = peer;
        this.loop = loop;
        this.rules = rules;
        this.silent = silent;
        this.over = over;
        this.begunNanos = now();
    }

    /**
     * Connects, once, and begins to look at deadlines.
     *
     * @param bootstrap with the kind of channel and the connect timeout
     */
    void connect(Bootstrap bootstrap, InetSocketAddress address) {
        ChannelFuture connecting = bootstrap
                .clone(loop)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        ClusterTls tls = rules.tls();
                        if (tls != null) {
                            made.pipeline()
                                    .addLast("tls", tls.client(ClusterTls.LINK).newHandler(made.alloc()));
                        }
                        long idleNanos = rules.times().idle().toNanos();
                        made.pipeline().addLast("idle", new IdleStateHandler(idleNanos, 0, 0, TimeUnit.NANOSECONDS));
                        made.pipeline().addLast("link", reader);
                    }
                })
                .connect(address);
        // Without a descriptor there is no channel on this loop: another thread may complete the future.
        connecting.addListener(done -> Transport.onLoop(loop, () -> connected(connecting)));
        watch();
    }

    private void connected(ChannelFuture done) {
        if (state == State.OVER) {
            done.channel().close();
            return;
        }
        if (!done.isSuccess()) {
            String why = "cannot connect: " + done.cause().getMessage();
            boolean own = LocalExhaustionCheck.isCauseOf(done.cause());
            end(own ? new PeerRefusal.Unasked(why) : new PeerRefusal.Gone(why), !own);
            return;
        }
        channel = done.channel();
        channel.config().setWriteBufferWaterMark(UNSENT);
        begunNanos = now();
        channel.write(PeerFrameReader.preamble());
        send(NO_ANSWER, rules.handshake().hello(peer.tag()));
    }

    /** By the loop's clock. */
    long now() {
        return loop.ticker().nanoTime();
    }

    /** Returns whether questions are sent at once. */
    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isOver() {
        return state == State.OVER;
    }

    /** Returns whether new questions need another link: its keys are used up, or its secret was removed. */
    boolean isWorn() {
        return records >= MOST_RECORDS;
    }

    /** Returns whether the link has just ended without having been open: another one would hardly fare better. */
    boolean isRecentFailure() {
        return failed && now() - overNanos < RETRY_NANOS;
    }

    /** Questions without a whole answer. */
    int asked() {
        return asked.size();
    }

    /**
     * Asks.
     *
     * @param untilNanos by the loop's clock: for the answer or its first bytes; each further part of a body may take
     *     the progress time
     * @return the question's id for {@link #cancel} and {@link #consumed}
     */
    int ask(PeerFrame question, long untilNanos, Answer answer) {
        return ask(question, untilNanos, rules.times().progress().toNanos(), answer);
    }

    /** @param progressNanos longest pause within a body, and between signs of life */
    int ask(PeerFrame question, long untilNanos, long progressNanos, Answer answer) {
        int id = nextId();
        LinkQuestion asking = new LinkQuestion(question, answer, now(), untilNanos, progressNanos);
        PeerRefusal refusal = refusal(asking);
        if (refusal != null) {
            answer.ended(refusal);
            return id;
        }
        asked.put(id, asking);
        if (state == State.OPEN) {
            put(id, question);
        } else {
            unsent.add(() -> put(id, question));
        }
        watch();
        return id;
    }

    private @Nullable PeerRefusal refusal(LinkQuestion question) {
        if (ended != null) {
            return ended;
        }
        if (question.ofHome ? silent.isHomeLate(peer.tag(), now()) : !question.ofAll && isSilent()) {
            return new PeerRefusal.Unasked("did not answer a moment ago");
        }
        if (Math.max(asked.size(), unsent.size()) >= MOST_ASKED) {
            return new PeerRefusal.Unasked(MOST_ASKED + " questions wait for an answer");
        }
        return isFull() ? new PeerRefusal.Unasked("the connection takes no more bytes") : null;
    }

    /** Returns whether the other node owes a sign of life, on any link, and probes it then; or on this link. */
    boolean isSilent() {
        if (silent.contains(peer.tag())) {
            probe();
            return true;
        }
        return probe != NO_ANSWER;
    }

    /**
     * Asks for a sign of life unless that is under way. Fetches that were joined, whose leader gives such signs, wait
     * no longer than a pause for theirs.
     */
    private void probe() {
        if (state != State.OPEN || probe != NO_ANSWER) {
            return;
        }
        probe = nextId();
        long now = now();
        long pauseNanos = rules.times().progress().toNanos();
        asked.values().forEach(question -> question.expectSignUntil(now + pauseNanos));
        asked.put(
                probe,
                new LinkQuestion(
                        PROBE,
                        new Probed(),
                        now,
                        now + rules.times().handshake().toNanos(),
                        pauseNanos));
        send(probe, PROBE);
        watch();
    }

    private final class Probed implements Answer {
        @Override
        public void frame(PeerFrame frame) {
            probe = NO_ANSWER;
        }

        @Override
        public void ended(PeerRefusal why) {
            probe = NO_ANSWER;
        }
    }

    /** Returns whether the connection takes no more; then the node is silent. Tries first to send. */
    private boolean isFull() {
        if (state != State.OPEN || channel == null || channel.isWritable()) {
            return false;
        }
        channel.flush();
        boolean full = !channel.isWritable();
        if (full) {
            late();
        }
        return full;
    }

    /** The other node owes an answer. */
    private void late() {
        silent.late(peer.tag());
        probe();
    }

    /** Gives up a question whose answer has begun and is late. */
    void late(int id) {
        cancel(id);
        late();
    }

    private int nextId() {
        lastId = lastId == Integer.MAX_VALUE ? 1 : lastId + 1;
        return lastId;
    }

    /** Sends a question that has not ended, or a notice, behind the purges that the other node has to know for it. */
    private void put(int id, PeerFrame question) {
        if (id != NO_ANSWER && !asked.containsKey(id)) {
            return;
        }
        try {
            PurgeVersionVector told = rules.purges().tell();
            if (!told.equals(lastTold)) {
                send(NO_ANSWER, new PeerFrame.Purges(told));
                lastTold = told;
            }
            send(id, question);
        } catch (IllegalArgumentException e) {
            endQuestion(id, new PeerRefusal.Failed(String.valueOf(e.getMessage())));
        }
    }

    /**
     * Sends a frame that has no answer, when the link is open; it may be lost.
     *
     * @throws IllegalArgumentException when it is beyond the bounds of its kind, and the link is open
     */
    void tell(PeerFrame frame) {
        if (state == State.OPEN && !isFull()) {
            send(NO_ANSWER, frame);
        } else if (state == State.OPENING && unsent.size() < MOST_ASKED) {
            unsent.add(() -> put(NO_ANSWER, frame));
        }
    }

    /** Gives a question up: neither a frame nor an end follows. Nothing happens to one that has ended. */
    void cancel(int id) {
        if (asked.remove(id) != null) {
            withdraw(id);
        }
    }

    /** Bytes of a body have been consumed, so that others may come. Nothing happens to a question that has ended. */
    void consumed(int id, int bytes) {
        LinkQuestion question = asked.get(id);
        if (question != null && question.body != null) {
            question.body.consumed(bytes);
            supply(id, question, question.body);
        }
    }

    /**
     * Sets the time by which the next frame of an answer has to come, by the loop's clock. Nothing happens to a
     * question that has ended.
     */
    void expectUntil(int id, long untilNanos) {
        LinkQuestion question = asked.get(id);
        if (question != null) {
            question.untilNanos = untilNanos;
        }
    }

    /** Changes the longest pause within a body from now on. Nothing happens to a question that has ended. */
    void pauseUpTo(int id, long nanos) {
        LinkQuestion question = asked.get(id);
        if (question != null) {
            question.progressNanos = nanos;
            question.expectMore(now());
        }
    }

    /** Ends the link once no question is under way: the other node is said to have left. */
    void leave(String why) {
        leaving = why;
        closeIfUnused(why);
    }

    private void closeIfUnused(String why) {
        if (asked.isEmpty()) {
            close(why);
        }
    }

    /** Ends the link for a reason of this node's own; questions end as {@link PeerRefusal.Gone}. */
    void close(String why) {
        end(new PeerRefusal.Gone(why), false);
    }

    /** The other side has ended the link, or failed: it is silent if it owed anything. */
    private void lost(String why) {
        end(new PeerRefusal.Gone(why), true);
    }

    private void send(int id, PeerFrame frame) {
        Channel open = channel;
        if (open == null) {
            return;
        }
        ByteBuf head = PeerFrameCodec.head(id, frame, open.alloc());
        count(head.readableBytes());
        open.write(head, open.voidPromise());
        if (!flushing) {
            flushing = true;
            loop.execute(flush);
        }
    }

    /** Counts the records of a frame, of head and body or a part of it. */
    void count(int bytes) {
        records += 2 + bytes / RECORD_BYTES;
    }

    private void flush() {
        flushing = false;
        if (channel != null) {
            channel.flush();
        }
    }

    private void withdraw(int id) {
        if (state == State.OPEN) {
            send(id, new PeerFrame.Cancel());
        }
    }

    @Override
    public void frame(int id, PeerFrame frame) {
        count(frame.body().readableBytes());
        switch (frame) {
            case PeerFrame.Hello hello -> greeted(hello);
            case PeerFrame.Refused refused ->
                refuse("it refuses this node: " + refused.reason().replaceAll("[^ -~]", "?"));
            case PeerFrame.Reply reply -> came(id, reply);
            default -> refuse("a frame " + frame.kind() + " is no answer");
        }
    }

    @Override
    public void closed() {
        lost("the connection was closed");
    }

    @Override
    public void batchEnded() {
        if (state == State.OPEN) {
            silent.heard(peer.tag());
            expectUntil(probe, now() + rules.times().handshake().toNanos());
        }
    }

    @Override
    public void event(Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            shaken(handshake);
        } else if (event instanceof IdleStateEvent) {
            closeIfUnused("it was not used");
        } else if (event == ClusterTls.Retirement.SECRET_REMOVED) {
            records = MOST_RECORDS;
            leave("the secret that proved the other node was removed");
        }
    }

    /** Takes a frame of an answer, and ends the link if it is not allowed. Drops it if the question has ended. */
    private void came(int id, PeerFrame.Reply reply) {
        LinkQuestion question = asked.get(id);
        if (question == null) {
            reply.body().release();
        } else if (!question.isAnsweredBy(reply)) {
            reply.body().release();
            refuse("a frame " + reply.kind() + " is not the answer to its question");
        } else {
            take(id, question, reply);
        }
    }

    private void take(int id, LinkQuestion question, PeerFrame.Reply reply) {
        question.expectMore(now());
        if (question.ofHome) {
            silent.homeAnswered(peer.tag(), now());
        }
        switch (reply) {
            case PeerFrame.Denial denial -> endQuestion(id, denial.why());
            case PeerFrame.Head head -> {
                question.body = new LinkCredit(head.bodyLength());
                part(id, question, question.body, head);
            }
            case PeerFrame.Data data -> part(id, question, Objects.requireNonNull(question.body), data);
            case PeerFrame.Alive alive -> question.answer.frame(alive);
            default -> {
                if (reply instanceof PeerFrame.Located located && located.isGiven()) {
                    question.located();
                } else {
                    asked.remove(id);
                }
                question.answer.frame(reply);
            }
        }
    }

    private void part(int id, LinkQuestion question, LinkCredit body, PeerFrame frame) {
        if (!body.came(frame.body().readableBytes())) {
            frame.body().release();
            refuse("more bytes of a body than were allowed");
            return;
        }
        if (body.left() == 0) {
            asked.remove(id);
        } else {
            supply(id, question, body);
        }
        question.answer.frame(frame);
    }

    private void supply(int id, LinkQuestion question, LinkCredit body) {
        int more = body.give();
        if (more > 0) {
            question.expectMore(now());
            send(id, new PeerFrame.Credit(more));
        }
    }

    /** Ends a question without an answer, or within one. */
    private void endQuestion(int id, PeerRefusal why) {
        LinkQuestion question = asked.remove(id);
        if (question != null) {
            question.answer.ended(why);
        }
    }

    /** The greeting has been sent by now if the other node's certificate is right, and nobody else could read it. */
    private void shaken(SslHandshakeCompletionEvent handshake) {
        if (channel == null || !channel.isActive()) {
            lost("the connection was closed");
        } else if (handshake.isSuccess()) {
            try {
                ClusterTls.verified(channel.pipeline().get(SslHandler.class), ClusterTls.LINK);
            } catch (SSLException e) {
                refuse(String.valueOf(e.getMessage()));
            }
        } else {
            refuse(ClusterTls.explain(handshake.cause()));
        }
    }

    private void greeted(PeerFrame.Hello hello) {
        if (state == State.OPEN) {
            refuse("a second greeting");
            return;
        }
        String refused = rules.handshake().refusal(hello, peer.tag());
        if (refused != null) {
            refuse(refused);
            return;
        }
        state = State.OPEN;
        reader.welcome();
        List.copyOf(unsent).forEach(Runnable::run);
        unsent.clear();
    }

    /** Ends the link with a warning: the other node broke a rule, or this one must not speak with it. */
    @Override
    public void refuse(String why) {
        rules.warnings().warn(peer.name(), why);
        lost(why);
    }

    /** @param lost true if the other node is to blame */
    private void end(PeerRefusal why, boolean lost) {
        if (state == State.OVER) {
            return;
        }
        failed = state == State.OPENING && leaving == null;
        if (lost && (failed || !asked.isEmpty())) {
            silent.late(peer.tag());
        }
        overNanos = now();
        state = State.OVER;
        ended = why;
        reader.stop();
        unsent.clear();
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        if (channel != null) {
            channel.close();
        }
        List<LinkQuestion> ending = List.copyOf(asked.values());
        asked.clear();
        ending.forEach(question -> question.answer.ended(why));
        over.run();
    }

    /** Looks at the deadlines soon, unless nothing has one. */
    private void watch() {
        if (timer == null && (state == State.OPENING || !asked.isEmpty())) {
            timer = loop.schedule(this::tick, TICK_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    private void tick() {
        timer = null;
        long now = now();
        if (state == State.OPENING
                && channel != null
                && now - begunNanos >= rules.times().handshake().toNanos()) {
            refuse("no greeting within " + rules.times().handshake().toMillis() + " ms");
        } else if (leaving != null && asked.isEmpty()) {
            close(leaving);
        } else {
            expire(now);
        }
        watch();
    }

    private void expire(long now) {
        List<Integer> late = List.of();
        for (IntObjectMap.PrimitiveEntry<LinkQuestion> entry : asked.entries()) {
            if (entry.value().isLate(now)) {
                late = late.isEmpty() ? new ArrayList<>() : late;
                late.add(entry.key());
            }
        }
        if (probe != NO_ANSWER && late.contains(probe)) {
            lost("nothing comes any more");
            return;
        }
        for (int id : late) {
            withdraw(id);
            late();
            countMiss(asked.get(id));
            endQuestion(id, new PeerRefusal.Silent("no answer in time"));
        }
    }

    private void countMiss(@Nullable LinkQuestion question) {
        if (question != null && question.ofHome) {
            silent.homeLate(peer.tag(), question.askedNanos, now());
        }
    }
}
