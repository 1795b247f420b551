package io.gosling.netty.server;

import io.gosling.netty.listen.ClientAddressUsage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers plain requests of one connection of HTTP/1 within its client's rate. Belongs to the connection's loop. */
record Http1RateLimitedResponder(
        ServerContext context,
        Http1HotResponder eventLoopPath,
        ResponseBatch batch,
        @Nullable ClientAddressUsage clientUsage) {

    Http1HotResponder.@Nullable Persistence answer(ByteBuf in, long now) {
        if (!mayAnswer(now)) {
            return null;
        }
        Http1HotResponder.Persistence told = eventLoopPath.answerPlain(in, batch, now);
        if (told != null && clientUsage != null) {
            clientUsage.asked(now);
        }
        return told;
    }

    /**
     * Begins to fetch the document of the plain request at the reader's position, which {@link #answer} has not
     * answered.
     *
     * @param over run on the loop, later
     * @return null, with nothing done, where the request is to be decoded
     */
    @Nullable
    ColdExchange fetch(ByteBuf in, EventLoop loop, long now, Consumer<ColdExchange> over) {
        if (!mayAnswer(now)) {
            return null;
        }
        ColdExchange begun = eventLoopPath.fetch(in, batch, loop, now, over);
        if (begun != null && clientUsage != null) {
            clientUsage.asked(now);
        }
        return begun;
    }

    /** Returns true if a plain request at the reader's position would be within the rate. */
    boolean mayAnswer(ByteBuf in, long now) {
        return mayAnswer(now) && eventLoopPath.isPlain(in);
    }

    private boolean mayAnswer(long now) {
        return !context.draining().get() && (clientUsage == null || clientUsage.mayAsk(now));
    }
}
