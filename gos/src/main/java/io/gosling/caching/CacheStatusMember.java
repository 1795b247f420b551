package io.gosling.caching;

import org.jspecify.annotations.Nullable;

/**
 * The handling of a request, as a member of Cache-Status (RFC 9211). Immutable.
 *
 * @param hit answered without asking the origin
 * @param forwarded the reason for asking the origin (section 2.2); empty for a hit
 * @param status status of the origin's response; 0 when that is the response's own status or it did not answer
 * @param collapsed true if the request waited for another one's
 * @param ttl seconds for which the response is still fresh, negative when it is stale; null when unknown
 * @param detail reason for not storing it, or another detail, as a token; empty for nothing
 */
public record CacheStatusMember(
        boolean hit,
        String forwarded,
        int status,
        boolean stored,
        boolean collapsed,
        @Nullable Long ttl,
        String detail) {
    /** Answered from memory, with nothing more to say. */
    public static final CacheStatusMember HIT = new CacheStatusMember(true, "", 0, false, false, null, "");

    /** Answered from memory. */
    public static CacheStatusMember hit(long ttl) {
        return new CacheStatusMember(true, "", 0, false, false, ttl, "");
    }

    /** The origin was asked. */
    public static CacheStatusMember forwarded(String why) {
        return new CacheStatusMember(false, why, 0, false, false, null, "");
    }

    public CacheStatusMember withStatus(int other) {
        return new CacheStatusMember(hit, forwarded, other, stored, collapsed, ttl, detail);
    }

    public CacheStatusMember asStored(long seconds) {
        return new CacheStatusMember(hit, forwarded, status, true, collapsed, seconds, detail);
    }

    public CacheStatusMember asCollapsed(long seconds) {
        return new CacheStatusMember(hit, forwarded, status, stored, true, seconds, detail);
    }

    public CacheStatusMember because(String reason) {
        return new CacheStatusMember(hit, forwarded, status, stored, collapsed, ttl, reason);
    }

    public String parameters() {
        StringBuilder text = new StringBuilder();
        if (hit) {
            text.append("; hit");
        }
        if (!forwarded.isEmpty()) {
            text.append("; fwd=").append(forwarded);
        }
        if (status != 0) {
            text.append("; fwd-status=").append(status);
        }
        if (stored) {
            text.append("; stored");
        }
        if (collapsed) {
            text.append("; collapsed");
        }
        if (ttl != null) {
            text.append("; ttl=").append(ttl);
        }
        if (!detail.isEmpty()) {
            text.append("; detail=").append(detail);
        }
        return text.toString();
    }
}
