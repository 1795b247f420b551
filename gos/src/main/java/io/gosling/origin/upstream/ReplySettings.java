package io.gosling.origin.upstream;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the cache goes by, whoever answers below it: other servers, or handlers of this process. Pure. */
public sealed interface ReplySettings permits OriginSettings, HandlerSettings {
    /** Which paths are answered. */
    Mount mount();

    /** Whether each host that clients ask for has its own responses. */
    boolean keepsHost();

    /** What is kept for how long where the response does not say. */
    OriginSettings.Lifetimes lifetimes();

    /** How long what has gone stale is served while there is no answer at all. */
    Duration grace();

    /** How long a request waits for another that asks for the same; then it asks for itself. */
    Duration patience();

    /** How long requests for what could not be shared do not wait for each other. */
    Duration apart();

    /** URLs of which it is remembered that they are such, or that they vary. */
    int remembered();

    /** The longest time from a request to the header of its response. */
    Duration longestHeader();

    /**
     * What stands for the host in the keys of responses.
     *
     * @param host the client's where it is kept; null for whatever host
     */
    String keyPrefix(@Nullable String host);

    /** Whether fresh responses may be answered by the fast lane. */
    boolean mayBeHot();

    /** Whether the end of a body that was not announced can be told from its being cut off: it fails then. */
    boolean endsForCertain();

    /**
     * Whether what is below answers within {@link #longestHeader}, or fails, and so with what follows. Otherwise nobody begins
     * to wait for an answer that is overdue, one that was late is not kept, and a body that is silent for so long is given up.
     */
    boolean endsInTime();

    /** Whether a response that names this authority names one of the URLs that are answered here. */
    boolean isCalled(String authority);
}
