package io.gosling.gos.link;

import io.gosling.document.Lookup;
import io.gosling.document.Ticker;
import io.gosling.gos.space.AsyncPeers;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;

/** A copy of a document that one thread waits for. */
final class WaitingCopy extends WaitingBody<WaitingCopy.Reply> implements AsyncPeers.CopyReader {
    /** The answer. */
    sealed interface Reply {
        /** The copy's properties, and its bytes, which may still be arriving; the thread closes them. */
        record Given(AsyncPeers.GivenCopy copy, int load, LinkBody body) implements Reply {}

        record Said(Lookup lookup) implements Reply {}
    }

    /** @param onFailure run by any thread if the body is cut or late */
    WaitingCopy(Executor loop, Ticker ticker, Runnable onFailure) {
        super(loop, ticker, onFailure);
    }

    @Override
    public void copy(AsyncPeers.GivenCopy copy, int load) {
        expect(copy.representation().length());
        complete(new Reply.Given(copy, load, body()));
    }

    @Override
    public void bytes(ByteBuf part) {
        part(part);
    }

    @Override
    public void said(Lookup lookup) {
        outcome().complete(new LinkReply.Got<>(new Reply.Said(lookup)));
    }
}
