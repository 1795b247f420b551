package io.gosling.origin.upstream;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The settings of the cache that hold for every kind of upstream: other servers and handlers of this process. Pure. */
public sealed interface ReplySettings permits OriginSettings, HandlerSettings {
    /** The paths that are answered. */
    Mount mount();

    /** Whether each host that clients ask for has its own responses. */
    boolean keepsHost();

    /** The lifetimes where the response states none. */
    OriginSettings.Lifetimes lifetimes();

    /** How long a stale response is served while there is no answer at all. */
    Duration grace();

    /** How long a request waits for another request for the same object; then it fetches for itself. */
    Duration patience();

    /** The hit-for-miss time: how long requests for a response that could not be shared do not wait for each other. */
    Duration apart();

    /** The number of URLs for which the hit-for-miss state, or that their responses vary, is remembered. */
    int remembered();

    /** The longest time from a request to the header of its response. */
    Duration longestHeader();

    /**
     * The host part of the keys of responses.
     *
     * @param host the client's where it is part of the key; null for any host
     */
    String keyPrefix(@Nullable String host);

    /** Whether fresh responses may be served on the event-loop path. */
    boolean mayBeHot();

    /** Whether the end of a body of unknown length can be told from a truncation, which then causes a failure. */
    boolean endsForCertain();

    /**
     * Whether the upstream answers within {@link #longestHeader}, or fails, and likewise for the body. Otherwise no
     * request begins to wait for an overdue response, a late response is not stored, and a body that is silent for so
     * long is given up.
     */
    boolean endsInTime();

    /** Whether a response that names this authority names one of the URLs that are answered here. */
    boolean isCalled(String authority);
}
