package io.gosling.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** Answers the plain requests of one connection of HTTP/1 while its client may ask. Belongs to the connection's loop. */
final class PlainLane {
    private final ServerContext context;
    private final FastLane fastLane;
    private final AnswerBatch batch;
    private final @Nullable Visitor visitor;

    PlainLane(ServerContext context, FastLane fastLane, AnswerBatch batch, Channel channel) {
        this.context = context;
        this.fastLane = fastLane;
        this.batch = batch;
        this.visitor = Visitor.of(channel);
    }

    /**
     * Answers the plain request at the reader's position, and passes over it, if its document is hot.
     *
     * @return what its client was told of the connection; null, with nothing touched, where it was not answered
     */
    FastLane.@Nullable Persistence answer(ByteBuf in, long now) {
        if (context.draining().get() || (visitor != null && !visitor.mayAsk(now))) {
            return null;
        }
        FastLane.Persistence told = fastLane.answerPlain(in, batch, now);
        if (told != null && visitor != null) {
            visitor.asked(now);
        }
        return told;
    }
}
