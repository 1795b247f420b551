package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.Suspects;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.Peers;
import io.gosling.gos.space.SmallAnswer;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A question for a small object, whose bytes are gathered in one buffer as they come. Belongs to the link's loop. What
 * fits into one frame needs no credit.
 */
final class SmallQuestion implements PeerLink.Answer {
    private final PeerLink link;
    private final int tag;
    private final Suspects suspects;
    private final PeerLoads loads;
    private final Peers.SmallReceiver receiver;
    private final long beganNanos;
    private final long untilNanos;

    private int id;
    private int load = -1;
    private @Nullable PeerFrame head;
    private @Nullable ByteBuf bytes;
    private long left;

    /**
     * @param tag of the other node
     * @param now a time before the question, by the ticker: ages count from it
     * @param mostNanos for the whole answer, by the loop's clock
     */
    SmallQuestion(
            PeerLink link,
            int tag,
            Suspects suspects,
            PeerLoads loads,
            Peers.SmallReceiver receiver,
            long now,
            long mostNanos) {
        this.link = link;
        this.tag = tag;
        this.suspects = suspects;
        this.loads = loads;
        this.receiver = receiver;
        this.beganNanos = now;
        this.untilNanos = link.now() + mostNanos;
    }

    /** Asks, once. */
    void ask(PeerFrame question, long firstByteNanos) {
        loads.asked(tag);
        id = link.ask(question, link.now() + firstByteNanos, this);
    }

    @Override
    public void frame(PeerFrame frame) {
        switch (frame) {
            case PeerFrame.Have have -> {
                load = have.load();
                begin(have, have.copy().length());
            }
            case PeerFrame.Given given -> begin(given, given.length());
            case PeerFrame.Data data -> part(data.body());
            case PeerFrame.Alive alive -> endIfLate();
            default -> giveUp();
        }
    }

    /** @param length in bytes; negative while it is not known */
    private void begin(PeerFrame answer, long length) {
        head = answer;
        bytes = length < 0 || length > FrameKind.MOST_BODY ? null : receiver.room(length);
        left = length;
        if (bytes == null) {
            answer.body().release();
            if (length > FrameKind.MOST_BODY) {
                receiver.room(length);
            }
            giveUp();
        } else {
            part(answer.body());
        }
    }

    private void part(ByteBuf part) {
        ByteBuf to = bytes;
        left -= part.readableBytes();
        if (to != null) {
            to.writeBytes(part);
        }
        part.release();
        if (left > 0) {
            endIfLate();
        } else if (to != null) {
            whole(to);
        }
    }

    private void whole(ByteBuf body) {
        suspects.answered(tag);
        try {
            SmallAnswer answer = answer(body);
            bytes = null;
            end(answer);
        } catch (IOException e) {
            end(new SmallAnswer.Failed());
        }
    }

    private SmallAnswer answer(ByteBuf body) throws IOException {
        return switch (head) {
            case PeerFrame.Have have ->
                new SmallAnswer.Copy(
                        have.copy().representation(),
                        have.copy().stamp(),
                        have.copy().version(),
                        have.copy().uncheckedNanos(),
                        body);
            case PeerFrame.Given given ->
                new SmallAnswer.Reply(
                        given.reply().decode(beganNanos), given.reply().variant(), body);
            case null, default -> throw new IOException("bytes of nothing");
        };
    }

    private void endIfLate() {
        if (link.now() - untilNanos > 0) {
            link.cancel(id);
            ended(new PeerRefusal.Silent("the rest did not come in time"));
        }
    }

    /** Another answer came than a small object. */
    private void giveUp() {
        suspects.answered(tag);
        link.cancel(id);
        end(new SmallAnswer.Failed());
    }

    @Override
    public void ended(PeerRefusal why) {
        if (head == null) {
            Refusals.report(why, tag, suspects);
        } else {
            suspects.stopped(tag);
        }
        end(why instanceof PeerRefusal.NotHeld ? new SmallAnswer.NotHeld() : new SmallAnswer.Failed());
    }

    private void end(SmallAnswer answer) {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
        loads.answered(tag, load);
        receiver.answered(answer);
    }
}
