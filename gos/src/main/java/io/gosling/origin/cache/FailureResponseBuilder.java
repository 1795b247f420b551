package io.gosling.origin.cache;

import io.gosling.caching.StoredResponseHead;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.space.OriginFailure;
import io.gosling.http.HttpDateFormat;
import io.gosling.http.Response;
import io.gosling.origin.cache.CoalescedFetch.Outcome;
import io.gosling.origin.upstream.NoHealthyServerException;
import io.gosling.origin.upstream.OriginClient;
import io.gosling.origin.upstream.Upstream;
import io.gosling.origin.upstream.UpstreamSettings;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Builds the responses to clients when an origin fails. Any thread. */
public record FailureResponseBuilder(
        UpstreamSettings settings,
        CacheResponseBuilder answers,
        Ticker ticker,
        AtomicLong loggedNanos,
        LongAdder unlogged) {
    private static final System.Logger LOG = System.getLogger(OriginHandler.class.getName());

    /** Statuses that report a failure of the origin (RFC 5861, section 4). */
    private static final Set<Integer> STATUSES = Set.of(500, 502, 503, 504);

    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final String ORIGIN_ERROR = "origin-error";
    private static final String UNREACHABLE = "unreachable";

    FailureResponseBuilder(UpstreamSettings settings, CacheResponseBuilder answers, Ticker ticker) {
        this(settings, answers, ticker, new AtomicLong(ticker.nanos() - QUIET.toNanos()), new LongAdder());
    }

    static boolean isOne(int status) {
        return STATUSES.contains(status);
    }

    public static OriginFailure of(IOException why) {
        return new OriginFailure(statusOf(why), false);
    }

    static OriginFailure of(Upstream.Answer answer, Instant now) {
        return new OriginFailure(
                answer.status(), true, retrySeconds(answer.headers().first("Retry-After"), now));
    }

    /** Seconds or a date (RFC 9110, section 10.2.3); 0 for neither. */
    private static int retrySeconds(@Nullable String said, Instant now) {
        if (said == null) {
            return 0;
        }
        if (said.matches("[0-9]{1,18}")) {
            return (int) Math.min(Long.parseLong(said), OriginFailure.MOST_SECONDS);
        }
        Instant date = HttpDateFormat.parse(said);
        return date == null ? 0 : Math.clamp(Duration.between(now, date).toSeconds(), 0, OriginFailure.MOST_SECONDS);
    }

    private static int statusOf(IOException why) {
        if (why instanceof SocketTimeoutException) {
            return 504;
        }
        return OriginClient.isOurs(why) || why instanceof NoHealthyServerException ? 503 : 502;
    }

    /** The response when the origin gave no answer and nothing else may be given. */
    Response refusal(IOException why, CacheStatusMember handling) {
        log(why);
        return answers.failed(statusOf(why), handling.because(UNREACHABLE));
    }

    private void log(IOException why) {
        long now = ticker.nanos();
        long last = loggedNanos.get();
        if (now - last < QUIET.toNanos() || !loggedNanos.compareAndSet(last, now)) {
            unlogged.increment();
            return;
        }
        LOG.log(
                System.Logger.Level.INFO,
                "no answer of the origin {0}: {1} ({2} more since the last such line; one in {3} s)",
                settings.mount().label(),
                why.toString(),
                Long.toString(unlogged.sumThenReset()),
                QUIET.toSeconds());
    }

    /** Returns true if a stale copy may be served; {@code answered} if the origin itself reported the failure. */
    boolean allowStale(CacheRequest request, StoredResponse copy, boolean answered) {
        return copy.servesOnFailure(request.terms(), grace(answered), ticker.nanos());
    }

    /** The same for another node's copy. */
    boolean allowStale(CacheRequest request, StoredResponseHead reply, boolean answered) {
        return !reply.isSliceIndex() && reply.servesOnFailure(request.terms(), grace(answered), ticker.nanos());
    }

    private Duration grace(boolean answered) {
        return answered ? Duration.ZERO : settings.values().get(FreshnessSettings.GRACE);
    }

    /** Answers with a stale copy if the request may have that after a failure; null otherwise. */
    @Nullable
    Response staleIfAllowed(
            CacheRequest request, @Nullable StoredResponse copy, String why, OriginFailure failure, boolean collapsed) {
        return copy != null && allowStale(request, copy, failure.answered())
                ? stale(request, copy, why, failure, collapsed)
                : null;
    }

    /** Answers with a stale copy; {@code collapsed} if the request waited for the fetch that failed. */
    Response stale(CacheRequest request, StoredResponse copy, String why, OriginFailure failure, boolean collapsed) {
        long now = ticker.nanos();
        long ttl = copy.reply().freshFor(now).toSeconds();
        return answers.stored(request, copy, handling(why, failure, collapsed, ttl), now);
    }

    private static CacheStatusMember handling(
            String why, OriginFailure failure, boolean collapsed, @Nullable Long ttl) {
        int status = failure.answered() ? failure.status() : 0;
        String detail = status == 0 ? UNREACHABLE : ORIGIN_ERROR;
        return new CacheStatusMember(false, why, status, false, collapsed, ttl, detail, ResponseSource.ORIGIN);
    }

    /** Passes the failure of a fetch on to a request that waited for it and may have no stale copy. */
    Response told(CacheRequest request, String why, Outcome.Failed failed) {
        OriginFailure failure = failed.why();
        CacheStatusMember handling = handling(why, failure, true, null);
        FailedOriginResponse reply = failed.reply();
        return reply == null
                ? answers.failed(failure.status(), handling, failure.retrySeconds())
                : answers.passed(request, reply.answer(), handling);
    }
}
