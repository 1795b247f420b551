package io.gosling.origin.cache;

import io.gosling.caching.StoredResponseHead;
import io.gosling.document.ResponseSource;
import io.gosling.http.documents.CacheStatusFormat;
import org.jspecify.annotations.Nullable;

/**
 * The handling of a request, as a member of Cache-Status (RFC 9211), and the source of its response. Immutable.
 *
 * @param hit answered without asking the origin
 * @param forwarded the reason for asking the origin (section 2.2); empty for a hit
 * @param status status of the origin's response; 0 when that is the response's own status or it did not answer
 * @param collapsed true if the request waited for another one's
 * @param ttl seconds for which the response is still fresh, negative when it is stale; null when unknown
 * @param detail reason for not storing it, or another detail, as a token; empty for nothing
 */
record CacheStatusMember(
        boolean hit,
        String forwarded,
        int status,
        boolean stored,
        boolean collapsed,
        @Nullable Long ttl,
        String detail,
        ResponseSource source) {
    /** Answered from memory, with nothing more to say. */
    static final CacheStatusMember HIT =
            new CacheStatusMember(true, "", 0, false, false, null, "", ResponseSource.LOCAL_MEMORY);

    /** Answered from memory. */
    static CacheStatusMember hit(long ttl) {
        return new CacheStatusMember(true, "", 0, false, false, ttl, "", ResponseSource.LOCAL_MEMORY);
    }

    /** The origin was asked. */
    static CacheStatusMember forwarded(String why) {
        return new CacheStatusMember(false, why, 0, false, false, null, "", ResponseSource.ORIGIN);
    }

    CacheStatusMember withStatus(int other) {
        return new CacheStatusMember(hit, forwarded, other, stored, collapsed, ttl, detail, source);
    }

    CacheStatusMember asStored(long seconds) {
        return new CacheStatusMember(hit, forwarded, status, true, collapsed, seconds, detail, source);
    }

    CacheStatusMember asCollapsed(long seconds, ResponseSource from) {
        return new CacheStatusMember(hit, forwarded, status, stored, true, seconds, detail, from);
    }

    /** The handling of a response that has come from the origin, another node or the disk. */
    CacheStatusMember arrived(ResponseSource from, StoredResponseHead reply, boolean kept, long nowNanos) {
        CacheStatusMember handling = kept ? asStored(reply.freshFor(nowNanos).toSeconds()) : this;
        return from == ResponseSource.ORIGIN ? handling : handling.from(from);
    }

    CacheStatusMember because(String reason) {
        return new CacheStatusMember(hit, forwarded, status, stored, collapsed, ttl, reason, source);
    }

    /** The same with a response from another node or the disk, which is the detail. */
    CacheStatusMember from(ResponseSource other) {
        return new CacheStatusMember(
                hit, forwarded, status, stored, collapsed, ttl, CacheStatusFormat.detail(other), other);
    }

    String parameters() {
        return (hit ? "; hit" : "")
                + (forwarded.isEmpty() ? "" : "; fwd=" + forwarded)
                + (status == 0 ? "" : "; fwd-status=" + status)
                + (stored ? "; stored" : "")
                + (collapsed ? "; collapsed" : "")
                + (ttl == null ? "" : "; ttl=" + ttl)
                + (detail.isEmpty() ? "" : "; detail=" + detail);
    }
}
