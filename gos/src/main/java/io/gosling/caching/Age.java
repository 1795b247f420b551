package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.http.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Computes the initial age of a received response (RFC 9111, section 4.2.3). Pure. */
final class Age {
    /** Older than anything is fresh for. */
    static final Duration MOST = Duration.ofSeconds(Directives.MOST_SECONDS);

    private Age() {}

    /**
     * The corrected initial age.
     *
     * @param requested time at which the request was sent
     * @param received time at which the response's header came
     */
    static Duration initial(Headers response, Instant requested, Instant received) {
        Duration told = told(response.all("Age")).plus(positive(requested, received));
        Instant sent = HttpDate.parse(response.first("Date"));
        Duration apparent = sent == null ? Duration.ZERO : positive(sent, received);
        return told.compareTo(apparent) > 0 ? told : apparent;
    }

    /** The value of the Age headers: the first of several; one that is no number is ignored (section 5.1). */
    private static Duration told(List<String> lines) {
        List<String> values = ListField.members(lines);
        return Duration.ofSeconds(values.isEmpty() ? 0 : Math.max(0, Directives.seconds(values.getFirst())));
    }

    private static Duration positive(Instant from, Instant to) {
        return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
    }
}
