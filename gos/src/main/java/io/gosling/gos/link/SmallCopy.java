package io.gosling.gos.link;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.gos.link.frame.PeerCopy;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.Suspects;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.Peers;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A question for a small copy, whose bytes are gathered in one buffer as they come. Belongs to the link's loop. What
 * fits into one frame needs no credit.
 */
final class SmallCopy implements PeerLink.Answer {
    private final PeerLink link;
    private final Node holder;
    private final Suspects suspects;
    private final PeerLoads loads;
    private final Peers.SmallReceiver receiver;

    private int id;
    private int load = -1;
    private long untilNanos;
    private @Nullable PeerCopy copy;
    private @Nullable ByteBuf bytes;

    SmallCopy(PeerLink link, Node holder, Suspects suspects, PeerLoads loads, Peers.SmallReceiver receiver) {
        this.link = link;
        this.holder = holder;
        this.suspects = suspects;
        this.loads = loads;
        this.receiver = receiver;
    }

    /**
     * Asks, once.
     *
     * @param firstByteNanos for the answer
     * @param bodyNanos from then on, for all bytes
     */
    void ask(PeerFrame question, long firstByteNanos, long bodyNanos) {
        long now = link.now();
        untilNanos = now + firstByteNanos + bodyNanos;
        loads.asked(holder.tag());
        id = link.ask(question, now + firstByteNanos, this);
    }

    @Override
    public void frame(PeerFrame frame) {
        switch (frame) {
            case PeerFrame.Have have -> begin(have);
            case PeerFrame.Data data -> part(data.body());
            default -> {
                suspects.answered(holder.tag());
                end(new PeerAnswer.Failed("node " + holder.name() + " gave no copy"));
            }
        }
    }

    private void begin(PeerFrame.Have have) {
        load = have.load();
        copy = have.copy();
        bytes = receiver.room(have.copy().length());
        if (bytes != null) {
            part(have.body());
            return;
        }
        have.body().release();
        suspects.answered(holder.tag());
        link.cancel(id);
        end(new PeerAnswer.Failed("there is no room for the copy of node " + holder.name()));
    }

    private void part(ByteBuf part) {
        PeerCopy about = copy;
        ByteBuf to = bytes;
        if (about == null || to == null) {
            part.release();
            return;
        }
        to.writeBytes(part);
        part.release();
        if (to.readableBytes() == about.length()) {
            suspects.answered(holder.tag());
            bytes = null;
            end(whole(about, to));
        } else if (link.now() - untilNanos > 0) {
            link.cancel(id);
            ended(new PeerRefusal.Silent("the copy did not come in time"));
        }
    }

    private PeerAnswer.Copy whole(PeerCopy about, ByteBuf body) {
        var from = new Provenance(ResponseSource.PEER_MEMORY, holder.name());
        var document = new Document(about.representation(), about.stamp(), new Body.InMemory(body), from);
        return new PeerAnswer.Copy(document, about.version(), about.uncheckedNanos());
    }

    @Override
    public void ended(PeerRefusal why) {
        if (copy == null) {
            Refusals.report(why, holder.tag(), suspects);
        } else {
            suspects.stopped(holder.tag());
        }
        end(BlockingPeers.refused(holder, why));
    }

    private void end(PeerAnswer answer) {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
        loads.answered(holder.tag(), load);
        receiver.answered(answer);
    }
}
