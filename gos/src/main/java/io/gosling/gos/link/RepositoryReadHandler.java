package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.repository.HomeReply;
import io.netty.buffer.Unpooled;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Answers reads of objects that are at home on this node: on the event loop at once if they were read since they were
 * changed, otherwise when the thread of the object's partition has answered. A node that is not the home answers {@link
 * PeerFrame.Miss}.
 *
 * @param places for reads that threads of partitions work on
 */
record RepositoryReadHandler(HomeReadService homes, Semaphore places) {
    /** On the link's loop. */
    void answer(IncomingLink link, int id, PeerFrame.Read read) {
        HomeReply reply = homes.readAtOnce(read.key(), read.known());
        if (reply != null) {
            link.answer(id, outgoing(reply));
        } else if (!places.tryAcquire()) {
            link.answer(id, new PeerFrame.Busy());
        } else if (!link.answerBy(Runnable::run, id, () -> later(link, id, read))) {
            places.release();
        }
    }

    private void later(IncomingLink link, int id, PeerFrame.Read read) {
        homes.read(read.key(), read.known()).thenAccept(answer -> {
            places.release();
            link.answerLater(id, outgoing(answer));
        });
    }

    private static OutgoingPeerResponse outgoing(@Nullable HomeAnswer answer) {
        return answer == null ? OutgoingPeerResponse.of(new PeerFrame.Miss()) : outgoing(HomeReply.of(answer));
    }

    private static OutgoingPeerResponse outgoing(HomeReply reply) {
        int length = reply.bytes().remaining();
        return OutgoingPeerResponse.inMemory(
                first -> new PeerFrame.HomeAnswered(reply.answer(), length, first),
                Unpooled.wrappedBuffer(reply.bytes()));
    }
}
