package io.gosling.netty.transport;

import io.netty.channel.ChannelException;
import java.net.BindException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A test for connection failures that are caused by a shortage on this machine, and not by the other side: descriptors,
 * ports or memory. Pure.
 */
public final class LocalExhaustionCheck {
    /** The system's number for an error in messages of native transports; the text behind it is localised. */
    private static final Pattern NUMBER = Pattern.compile("error\\(-([0-9]{1,4})\\)");

    /** ENOMEM, ENFILE, EMFILE; EADDRNOTAVAIL and ENOBUFS of Linux; the same two of macOS and BSD. */
    private static final Set<Integer> OURS = Set.of(12, 23, 24, 99, 105, 49, 55);

    /** EADDRNOTAVAIL of Linux, and of macOS and BSD. */
    private static final Set<Integer> OF_ONE_ADDRESS = Set.of(99, 49);

    private LocalExhaustionCheck() {}

    /**
     * Returns whether a connection failed for want of a descriptor, a port or memory here, so that its failure says
     * nothing of the other side.
     */
    public static boolean isCauseOf(Throwable failure) {
        // The JDK says BindException where no port is left; no transport gets as far as a channel without a descriptor.
        return isAnyCause(
                failure,
                cause -> cause instanceof ChannelException
                        || cause instanceof BindException
                        || isOneOf(OURS, cause.getMessage()));
    }

    /**
     * Returns whether the shortage concerns one address, and perhaps not another one: a port, or a local address from
     * which that one is to be reached.
     */
    public static boolean isOfOneAddress(Throwable failure) {
        return isAnyCause(
                failure, cause -> cause instanceof BindException || isOneOf(OF_ONE_ADDRESS, cause.getMessage()));
    }

    private static boolean isAnyCause(Throwable failure, Predicate<Throwable> wanted) {
        @Nullable Throwable cause = failure;
        while (cause != null && !wanted.test(cause)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private static boolean isOneOf(Set<Integer> numbers, @Nullable String message) {
        Matcher number = NUMBER.matcher(message == null ? "" : message);
        return number.find() && numbers.contains(Integer.parseInt(number.group(1)));
    }
}
