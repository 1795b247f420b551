package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.PeerFrameCodec;
import io.gosling.gos.link.frame.PeerFrameReader;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.Transport;
import io.gosling.purge.message.PurgeVersionVector;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The answering side of a link: handshake, what the other node knows of purges, and the answers on their way. Belongs
 * to one connection and its loop, on which all methods are called but those for any thread.
 *
 * <p>Reads nothing while the connection takes no more, so that a node which does not read its answers gets no further
 * ones, and is cut after a while. One timer for the greeting, and one for the writing that has come to a stop; they end
 * with the link, as the handler does that looks at the time without a question.
 */
final class IncomingLink implements PeerFrameReader.Frames, OutgoingBodies.Output {
    /** Bytes in the connection's queue below which more is written, and from which on no more. */
    private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(128 << 10, 512 << 10);

    private final Channel channel;
    private final PeerLinkContext rules;
    private final PeerRequestLimiter load;
    private final QuestionHandler requests;
    private final PeerFrameReader reader = new PeerFrameReader(this);
    private final OutgoingBodies bodies;

    /** Questions that another thread is answering. */
    private final Set<Integer> elsewhere = new HashSet<>();

    private PeerFrame.@Nullable Hello peer;
    private PurgeVersionVector told = PurgeVersionVector.ZERO;
    private boolean covered = true;
    private boolean leaving;
    private boolean over;
    private @Nullable Future<?> timer;

    /** Runs while the connection takes no more. */
    private @Nullable Future<?> cut;

    /** Handles the frames that other nodes send: {@link LinkRequestHandler}. */
    @FunctionalInterface
    interface QuestionHandler {
        /** Called on the link's loop. Answers a question once, from any thread; a notice gets no answer. */
        void answer(IncomingLink link, int id, PeerFrame question);
    }

    IncomingLink(Channel channel, PeerLinkContext rules, PeerRequestLimiter load, QuestionHandler requests) {
        this.channel = channel;
        this.rules = rules;
        this.load = load;
        this.requests = requests;
        this.bodies = new OutgoingBodies(this, channel.eventLoop(), channel::isWritable);
    }

    void begin() {
        channel.config().setWriteBufferWaterMark(UNSENT);
        channel.pipeline().addLast("link", reader);
        Duration greeting = rules.times().handshake();
        timer = schedule(() -> refuse("no greeting within " + greeting.toMillis() + " ms"), greeting);
    }

    int tag() {
        return peer == null ? 0 : peer.tag();
    }

    /**
     * Returns whether this node knows every purge that the asking one has told of. It is looked up until it is true:
     * what a node knows only grows.
     */
    boolean isCurrent() {
        covered = covered || rules.purges().covers(told);
        return covered;
    }

    /** The purges that the asking node has told of. */
    PurgeVersionVector told() {
        return told;
    }

    /** The questions that this node has in hand. Any thread. */
    int load() {
        return load.inHand();
    }

    @Override
    public void frame(int id, PeerFrame frame) {
        switch (frame) {
            case PeerFrame.Hello hello -> greeted(hello);
            case PeerFrame.Purges purge -> {
                told = purge.known();
                covered = false;
            }
            case PeerFrame.Credit more -> {
                bodies.credit(id, more.bytes());
                bodies.send();
            }
            case PeerFrame.Cancel cancel -> {
                elsewhere.remove(id);
                bodies.cancel(id);
            }
            case PeerFrame.Query query -> question(id, frame);
            case PeerFrame.Notice notice -> requests.answer(this, id, frame);
            default -> {
                frame.body().release();
                refuse("a frame " + frame.kind() + " is no question");
            }
        }
    }

    private void greeted(PeerFrame.Hello hello) {
        if (peer != null) {
            refuse("a second greeting");
            return;
        }
        String refused = rules.handshake().refusal(hello);
        if (refused == null) {
            refused = load.admitLink();
        }
        if (refused != null) {
            channel.write(PeerFrameReader.preamble());
            write(0, new PeerFrame.Refused(refused));
            refuse(refused);
            return;
        }
        peer = hello;
        reader.welcome();
        channel.write(PeerFrameReader.preamble());
        write(0, rules.handshake().hello(hello.tag()));
        stop(timer);
        long unaskedNanos = rules.times().unasked().toNanos();
        channel.pipeline().addBefore("link", null, new IdleStateHandler(unaskedNanos, 0, 0, TimeUnit.NANOSECONDS));
    }

    private void question(int id, PeerFrame question) {
        load.begin();
        if (leaving) {
            answer(id, new PeerFrame.Busy());
            return;
        }
        try {
            requests.answer(this, id, question);
        } catch (RuntimeException | Error e) {
            load.end();
            throw e;
        }
    }

    /**
     * Answers a question with one frame; takes over the body's reference. The question is no longer in hand once the
     * frame is written: if that fails, {@link #question} ends it.
     */
    void answer(int id, PeerFrame answer) {
        write(id, answer);
        load.end();
    }

    /** Answers a question; takes over the references of the answer. */
    void answer(int id, OutgoingPeerResponse answer) {
        PeerFrame frame = answer.frame();
        OutgoingBody rest = answer.rest();
        if (rest == null) {
            answer(id, frame);
        } else if (bodies.isFull()) {
            frame.body().release();
            drop(rest);
            answer(id, new PeerFrame.Busy());
        } else {
            int first = frame.body().readableBytes();
            if (write(id, frame)) {
                bodies.add(id, rest, FrameKind.MOST_BODY - first);
                bodies.send();
            } else {
                drop(rest);
                load.end();
            }
        }
    }

    /** Closes a body; one that cannot be closed does not keep its question in hand. */
    private void drop(OutgoingBody rest) {
        try {
            rest.close();
        } catch (RuntimeException | Error e) {
            warn(String.valueOf(e));
        }
    }

    /**
     * Has a question answered by another thread, unless it is cancelled meanwhile.
     *
     * @param step calls {@link #answerLater}
     * @return false if there is no place or no thread for it: the step does not run, and the answer was {@link
     *     PeerFrame.Busy}
     */
    boolean answerBy(Executor work, int id, Runnable step) {
        if (!load.enter()) {
            answer(id, new PeerFrame.Busy());
            return false;
        }
        elsewhere.add(id);
        try {
            work.execute(step);
            return true;
        } catch (RejectedExecutionException | Error e) {
            answerLater(id, OutgoingPeerResponse.of(new PeerFrame.Busy()));
            return false;
        }
    }

    /**
     * Tells the other node that its question is being worked on, or its body read; returns false if it no longer wants
     * the answer.
     */
    boolean alive(int id) {
        boolean wanted = elsewhere.contains(id) || bodies.has(id);
        if (wanted) {
            write(id, new PeerFrame.Alive());
            channel.flush();
        }
        return wanted;
    }

    /** Returns whether another thread may work on a message; {@link #messageEnded} has to follow. */
    boolean beginMessage() {
        return load.enterMinor();
    }

    /** Any thread. */
    void messageEnded() {
        load.leave();
    }

    /** Brings an answer of another thread to the loop, and releases it if it is no longer wanted. Any thread. */
    void answerLater(int id, OutgoingPeerResponse answer) {
        try {
            Transport.onLoop(channel.eventLoop(), () -> {
                load.leave();
                if (elsewhere.remove(id)) {
                    give(id, answer);
                    batchEnded();
                } else {
                    unwanted(answer);
                }
            });
        } catch (RejectedExecutionException e) {
            load.leave();
            unwanted(answer);
        }
    }

    private void give(int id, OutgoingPeerResponse answer) {
        try {
            answer(id, answer);
        } catch (RuntimeException | Error e) {
            load.end();
            refuse(String.valueOf(e));
        }
    }

    private void unwanted(OutgoingPeerResponse answer) {
        try {
            answer.release();
        } finally {
            load.end();
        }
    }

    @Override
    public void ended() {
        load.end();
    }

    /** The loop, for what is read elsewhere and sent here. */
    Executor loop() {
        return channel.eventLoop();
    }

    /**
     * Writes a frame, its body without a copy. Flushed when all that has arrived has been answered.
     *
     * @return false if it was not written: the link is over, or the frame beyond its bounds
     */
    @Override
    public boolean write(int id, PeerFrame frame) {
        ByteBuf body = frame.body();
        if (over) {
            body.release();
            return false;
        }
        ByteBuf head;
        try {
            head = PeerFrameCodec.head(id, frame, channel.alloc());
        } catch (IllegalArgumentException e) {
            body.release();
            write(id, new PeerFrame.Failed(String.valueOf(e.getMessage())));
            return false;
        } catch (RuntimeException | Error e) {
            // There is no memory for a frame; the other node learns it from the end of the connection.
            body.release();
            warn(String.valueOf(e));
            channel.close();
            return false;
        }
        channel.write(head, channel.voidPromise());
        if (body.isReadable()) {
            channel.write(body, channel.voidPromise());
        } else {
            body.release();
        }
        return true;
    }

    @Override
    public void batchEnded() {
        channel.flush();
        closeIfLeft();
    }

    @Override
    public void writabilityChanged() {
        if (channel.isWritable()) {
            bodies.send();
            batchEnded();
        }
        channel.config().setAutoRead(channel.isWritable());
        watchWriting();
    }

    private void watchWriting() {
        stop(cut);
        cut = over || channel.isWritable() ? null : cutLater();
    }

    @Override
    public void event(Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            channel.close();
        } else if (event instanceof IdleStateEvent) {
            finish();
        } else if (event == Listener.Drain.BEGUN) {
            leaving = true;
            closeIfLeft();
        }
    }

    /** When draining has begun, closes once the questions under way are answered. */
    private void closeIfLeft() {
        if (leaving && elsewhere.isEmpty() && bodies.isEmpty() && !over) {
            finish();
        }
    }

    @Override
    public void refuse(String why) {
        if (!over) {
            warn(why);
            finish();
        }
    }

    private void warn(String why) {
        if (peer == null) {
            rules.warnings().warnOfStranger(channel.remoteAddress(), why);
        } else {
            rules.warnings().warn(peer.name(), why);
        }
    }

    /** Sends what was written, and closes. */
    private void finish() {
        closed();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        Future<?> late = cutLater();
        channel.closeFuture().addListener(done -> late.cancel(false));
    }

    /** Closes the connection at once when the other node has taken nothing for too long. */
    private Future<?> cutLater() {
        return schedule(channel::close, rules.times().unread());
    }

    private Future<?> schedule(Runnable step, Duration delay) {
        return channel.eventLoop().schedule(step, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void closed() {
        if (over) {
            return;
        }
        over = true;
        watchWriting();
        reader.stop();
        stop(timer);
        elsewhere.clear();
        bodies.close();
        if (peer != null) {
            load.linkEnded();
        }
    }

    private static void stop(@Nullable Future<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
