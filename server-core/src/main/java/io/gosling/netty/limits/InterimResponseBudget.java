package io.gosling.netty.limits;

import io.gosling.http.Headers;

/**
 * The bound on the interim responses (RFC 9110, section 15.2) to one request: {@value #MOST}, with
 * {@value #MOST_CHARACTERS} characters of headers together. 100 (Continue) does not count. Used by one thread.
 */
public final class InterimResponseBudget {
    private static final int MOST = 16;
    private static final int MOST_CHARACTERS = 16 << 10;

    private long taken;
    private long characters;

    /** Returns true if one more may be sent, with so many characters of headers; after one that may not, none may. */
    public boolean take(long more) {
        taken++;
        characters += more;
        return taken <= MOST && characters <= MOST_CHARACTERS;
    }

    public boolean take(Headers headers) {
        long more = 0;
        for (Headers.Field field : headers) {
            more += field.name().length() + field.value().length();
        }
        return take(more);
    }
}
