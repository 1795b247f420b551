package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;

/** A question for a response of an origin, from memory or along with its fetch. */
final class WaitingJoin extends WaitingBody<JoinAnswer> {
    private final Ticker ticker;
    private final Times times;
    private final long beganNanos;

    /** A time before the header was written, from which its age counts. */
    private long beforeNanos;

    /**
     * The times of the answer.
     *
     * @param firstByte timeout for the first sign of life on an open link
     * @param connect by which it may be later when the link has to be opened
     * @param progress longest pause after it
     * @param header timeout for the header, also while the other node is alive
     */
    record Times(Duration firstByte, Duration connect, Duration progress, Duration header) {}

    /** @param onFailure run by any thread if the body is cut or late */
    WaitingJoin(
            PeerLinks links, EventLoop loop, Node node, JoinAsk ask, Times times, Ticker ticker, Runnable onFailure) {
        super(links, loop, node, new PeerFrame.Join(ask), times.firstByte, times.connect, ticker, onFailure);
        this.ticker = ticker;
        this.times = times;
        this.beganNanos = ticker.nanos();
        this.beforeNanos = beganNanos;
    }

    @Override
    int ask(PeerLink to, PeerFrame frame, long untilNanos) {
        return to.ask(frame, untilNanos, times.progress.toNanos(), this);
    }

    @Override
    public void frame(PeerFrame frame) {
        try {
            switch (frame) {
                case PeerFrame.Alive alive -> alive();
                case PeerFrame.Given given -> given(given);
                case PeerFrame.Data data -> part(data.body());
                case PeerFrame.End end -> body().end();
                case PeerFrame.Same same -> {
                    var reply = same.reply().decode(beforeNanos);
                    end(new JoinAnswer.Same(reply, same.reply().variant()));
                }
                case PeerFrame.Apart apart -> end(new JoinAnswer.Apart());
                case PeerFrame.FailedOrigin failed -> end(new JoinAnswer.Failed(failed.why()));
                case PeerFrame.Full full -> end(new JoinAnswer.Full());
                default -> end(new JoinAnswer.Refused("it has none to give"));
            }
        } catch (IOException e) {
            end(new JoinAnswer.Refused(String.valueOf(e.getMessage())));
            abandoned();
        }
    }

    private void given(PeerFrame.Given given) throws IOException {
        JoinAnswer answer;
        try {
            answer = new JoinAnswer.Given(
                    given.reply().decode(beforeNanos), given.reply().variant(), given.length(), body());
        } catch (IOException e) {
            given.body().release();
            throw e;
        }
        expect(given.length());
        part(given.body());
        give(answer);
    }

    private void alive() {
        beforeNanos = ticker.nanos();
        if (beforeNanos - beganNanos > times.header.toNanos()
                && end(new JoinAnswer.Refused("no header within " + times.header, false))) {
            abandoned();
        }
    }

    /** Gives an answer without a body; returns false if the thread waits no longer. */
    private boolean end(JoinAnswer answer) {
        return complete(new LinkReply.Got<>(answer));
    }
}
