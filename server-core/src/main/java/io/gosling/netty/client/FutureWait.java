package io.gosling.netty.client;

import io.gosling.common.LateWakeupCheck;
import io.gosling.document.Ticker;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Blocks a thread until the event loop has completed a future, or a timeout has passed. */
record FutureWait(Ticker ticker) {
    /** Waits until the future is completed, successfully or not, or the time is up. */
    void rest(CompletableFuture<?> future, long nanos) {
        try {
            arrives(future, nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns a result that arrives in time, or arrived while this process was suspended.
     *
     * @param left nanoseconds that may still be waited, of {@code nanos} in all
     * @throws SocketTimeoutException when it did not come; the future is cancelled then
     * @throws IOException when the future failed, with its cause
     */
    <T> T of(CompletableFuture<T> future, long left, long nanos, String what) throws IOException {
        long due = ticker.nanos() + left;
        try {
            boolean there = arrives(future, left)
                    || LateWakeupCheck.is(due, ticker.nanos()) && arrives(future, LateWakeupCheck.SECOND_CHANCE)
                    || !future.cancel(false);
            if (there) {
                return outcome(future);
            }
        } catch (InterruptedException e) {
            future.cancel(false);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + what);
        }
        throw new SocketTimeoutException(what + " did not come within " + nanos / 1_000_000 + " ms");
    }

    private static boolean arrives(CompletableFuture<?> future, long nanos) throws InterruptedException {
        try {
            future.get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private static <T> T outcome(CompletableFuture<T> completed) throws IOException {
        if (completed.isCompletedExceptionally()) {
            throw ClientExchange.failure(completed.exceptionNow());
        }
        return completed.resultNow();
    }
}
