package io.gosling.origin.upstream;

import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Resolves names with a deadline: the system's resolver has its own timeout and is left to finish on a thread that is
 * no longer waited for. Java caches answers for 30 s.
 */
final class NameLookup {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private NameLookup() {}

    /**
     * Returns all addresses of a host.
     *
     * @throws ConnectException when it is not known, or the answer is late
     */
    static InetAddress[] of(String host, Duration timeout) throws ConnectException, InterruptedIOException {
        try {
            return ADDRESS.matcher(host).matches() ? InetAddress.getAllByName(host) : late(host, timeout);
        } catch (UnknownHostException e) {
            throw unknown(host, e);
        }
    }

    private static InetAddress[] late(String host, Duration timeout) throws ConnectException, InterruptedIOException {
        CompletableFuture<InetAddress[]> found = new CompletableFuture<>();
        Thread.ofVirtual().name("gosling-origin-lookup").start(() -> {
            try {
                found.complete(InetAddress.getAllByName(host));
            } catch (UnknownHostException | RuntimeException e) {
                found.completeExceptionally(e);
            }
        });
        try {
            return found.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw unknown(host, e);
        } catch (TimeoutException e) {
            throw new ConnectException(
                    "the origin's name " + host + " was not looked up within " + timeout.toMillis() + " ms");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the origin's name " + host + " was looked up");
        }
    }

    private static ConnectException unknown(String host, Exception cause) {
        ConnectException unknown = new ConnectException("the origin's name " + host + " cannot be looked up");
        unknown.initCause(cause);
        return unknown;
    }
}
