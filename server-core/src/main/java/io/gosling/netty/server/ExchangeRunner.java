package io.gosling.netty.server;

import io.gosling.netty.exchange.ExchangeSlots;
import io.gosling.netty.limits.LimitKind;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Runs the exchanges of one connection on virtual threads, each with a slot of the server's while it lasts, and
 * returns them to its event loop, where {@code over} is called.
 */
record ExchangeRunner(ServerContext context, EventLoop loop, ResponseBatch batch, Consumer<ServerExchange> over) {
    private static final ThreadFactory THREADS =
            Thread.ofVirtual().name("exchange-", 0).factory();

    /** Takes an exchange slot; returns false when all are taken. */
    boolean enter() {
        boolean may = context.slots().enter();
        if (!may) {
            context.counts().hit(LimitKind.EXCHANGES);
        }
        return may;
    }

    void run(ServerExchange exchange) {
        THREADS.newThread(() -> {
                    try {
                        ExchangeSlots.run(() -> exchange.run(context.handler()));
                    } finally {
                        onLoop(() -> leave(exchange), () -> {
                            count(exchange);
                            context.lineLost();
                        });
                    }
                })
                .start();
    }

    private void leave(ServerExchange exchange) {
        long nanos = count(exchange);
        ConnectionAccessLog lines = batch.lines();
        if (lines != null) {
            lines.answered(exchange, nanos);
        }
        over.accept(exchange);
    }

    private long count(ServerExchange exchange) {
        context.slots().leave();
        if (exchange.isBodyTooLong()) {
            context.counts().hit(LimitKind.BODY);
        }
        long nanos = context.ticker().nanos() - exchange.began;
        context.log().answered(exchange.countedSource(), exchange.countedStatus(), exchange.countedBytes(), nanos);
        return nanos;
    }

    /** Runs on the event loop; runs {@code remains} here if the loop has ended. */
    void onLoop(Runnable task, Runnable remains) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            remains.run();
        }
    }
}
