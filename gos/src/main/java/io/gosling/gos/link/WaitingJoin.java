package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.AsyncPeers;
import io.gosling.gos.space.JoinAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;

/** A response of an origin that one thread waits for. */
final class WaitingJoin extends WaitingBody<JoinAnswer> implements PeerLink.Answer {
    private final Ticker ticker;
    private final Duration timeout;
    private final long beganNanos;

    /** A time before the header was written, from which its age counts. */
    private long beforeNanos;

    /**
     * @param timeout timeout for the header, also while the other node is alive
     * @param onFailure run by any thread if the body is cut or late
     */
    WaitingJoin(Executor loop, Ticker ticker, Duration timeout, Runnable onFailure) {
        super(loop, ticker, onFailure);
        this.ticker = ticker;
        this.timeout = timeout;
        this.beganNanos = ticker.nanos();
        this.beforeNanos = beganNanos;
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
            onQuestion(AsyncPeers.Asked::cancel);
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
        complete(answer);
    }

    private void alive() {
        beforeNanos = ticker.nanos();
        if (beforeNanos - beganNanos > timeout.toNanos()
                && outcome()
                        .complete(new LinkReply.Got<>(new JoinAnswer.Refused("no header within " + timeout, false)))) {
            onQuestion(AsyncPeers.Asked::cancel);
        }
    }

    private void end(JoinAnswer answer) {
        outcome().complete(new LinkReply.Got<>(answer));
    }
}
