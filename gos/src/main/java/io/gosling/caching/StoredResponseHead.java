package io.gosling.caching;

import io.gosling.http.Headers;
import java.time.Duration;
import java.util.Set;

/**
 * A response as it is stored, but for its bytes. Immutable.
 *
 * <p>A <em>slice index</em> stands for a large response whose bytes are stored as separate slices: it has no bytes, the
 * status 206, which no response of an origin is stored with, and the length of the whole in {@code Content-Range}.
 *
 * @param fields headers as they are sent again: nothing of the connection it came on, no Age, a Date
 * @param terms the terms on which it may be reused
 * @param initialAge its age time at which it was received
 * @param receivedNanos time of receipt, by the ticker
 * @param tags by which it can be removed together with others
 */
public record StoredResponseHead(
        int status,
        Headers fields,
        ResponseReuseTerms terms,
        Duration initialAge,
        long receivedNanos,
        Set<String> tags) {
    private static final int FIELD = 80;
    private static final int PARTIAL = 206;
    private static final String RANGE = "Content-Range";
    private static final String UNKNOWN_PART = "bytes */";

    public StoredResponseHead sliceIndex(long length) {
        return with(PARTIAL, fields.with(RANGE, UNKNOWN_PART + length));
    }

    private StoredResponseHead with(int other, Headers headers) {
        return new StoredResponseHead(other, headers, terms, initialAge, receivedNanos, tags);
    }

    public boolean isSliceIndex() {
        return status == PARTIAL;
    }

    /** The length of the response that a slice index stands for, in bytes; -1 when it does not state it. */
    public long outlinedLength() {
        String range = fields.first(RANGE);
        boolean said = isSliceIndex() && range != null && range.matches("bytes \\*/[0-9]{1,18}");
        return said && range != null ? Long.parseLong(range.substring(UNKNOWN_PART.length())) : -1;
    }

    /** This response as a slice index or not, as the other is: for two that have the same bytes. */
    public StoredResponseHead inTheFormOf(StoredResponseHead other) {
        if (other.isSliceIndex() == isSliceIndex()) {
            return this;
        }
        return other.isSliceIndex() ? sliceIndex(other.outlinedLength()) : with(200, answered());
    }

    public Headers answered() {
        return isSliceIndex() ? fields.without(RANGE) : fields;
    }

    public StoredResponseHead staleSince(long nowNanos) {
        Duration age = age(nowNanos);
        return age.compareTo(terms.lifetime()) < 0
                ? new StoredResponseHead(status, fields, terms.withLifetime(age), initialAge, receivedNanos, tags)
                : this;
    }

    /** Its age (RFC 9111, section 4.2.3). */
    public Duration age(long nowNanos) {
        return initialAge.plusNanos(Math.max(0, nowNanos - receivedNanos));
    }

    /** The time at which its age was zero, by the ticker. */
    public long bornNanos() {
        return receivedNanos - nanos(initialAge);
    }

    public long freshNanos() {
        return nanos(terms.lifetime());
    }

    /** In nanoseconds, and no more than can be added up. */
    private static long nanos(Duration time) {
        return Math.min(time.toSeconds(), CacheControlDirectives.MOST_SECONDS) * 1_000_000_000L + time.getNano();
    }

    /** The heap size of its headers; an estimate. */
    public int bytes() {
        int bytes = tags.stream().mapToInt(tag -> FIELD + tag.length()).sum();
        for (Headers.Field field : fields) {
            bytes += FIELD + field.name().length() + field.value().length();
        }
        return bytes;
    }

    /** The remaining freshness lifetime; negative once it is stale. */
    public Duration freshFor(long nowNanos) {
        return terms.lifetime().minus(age(nowNanos));
    }

    /** Returns true if its origin can be asked about it without sending it again (section 4.3.1). */
    public boolean hasValidator() {
        return fields.contains("ETag") || fields.contains("Last-Modified");
    }

    /**
     * Its strong ETag, which proves that another response has the same bytes (RFC 9110, section 8.8.1); empty for none.
     */
    public String strongTag() {
        String tag = fields.first("ETag");
        return tag == null || tag.startsWith("W/") ? "" : tag;
    }

    public boolean hasStrongTag() {
        return !strongTag().isEmpty();
    }

    /** Decides on its reuse for a request (section 4). */
    public ReuseDecision judge(RequestCacheDirectives request, long nowNanos) {
        if (request.credentials() && !terms.shared()) {
            return ReuseDecision.NOT_FOR_THIS;
        }
        if (request.asksOrigin()) {
            return ReuseDecision.VALIDATE_AS_ASKED;
        }
        if (terms.validatedAlways()) {
            return ReuseDecision.VALIDATE_STALE;
        }
        Duration age = age(nowNanos);
        Duration left = terms.lifetime().minus(age);
        if (request.mostAge() != null && age.compareTo(request.mostAge()) > 0) {
            return ReuseDecision.VALIDATE_AS_ASKED;
        }
        if (left.isPositive()) {
            return left.compareTo(request.leastFresh()) < 0 ? ReuseDecision.VALIDATE_AS_ASKED : ReuseDecision.SERVE;
        }
        Duration stale = left.negated();
        if (request.mostStale() != null && !terms.neverStale() && stale.compareTo(request.mostStale()) <= 0) {
            return ReuseDecision.SERVE;
        }
        return stale.compareTo(terms.staleWhileRevalidate()) < 0
                ? ReuseDecision.SERVE_AND_VALIDATE
                : ReuseDecision.VALIDATE_STALE;
    }

    /**
     * Returns true if it may be served because its origin has failed: it cannot be reached, or answers 500, 502, 503 or
     * 504.
     *
     * @param grace time after its lifetime for which this cache serves a response whose origin allows it, when no
     *     server can be reached; zero for a failure that its origin answered itself
     */
    public boolean servesOnFailure(RequestCacheDirectives request, Duration grace, long nowNanos) {
        if (terms.validatedAlways()) {
            return false;
        }
        Duration stale = freshFor(nowNanos).negated();
        if (stale.compareTo(terms.staleIfError()) < 0) {
            return true;
        }
        boolean asked = stale.compareTo(request.staleIfError()) < 0 || stale.compareTo(grace) < 0;
        return asked && !terms.neverStale();
    }
}
