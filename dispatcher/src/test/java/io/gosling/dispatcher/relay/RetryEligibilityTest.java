package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.header.Idempotence;
import io.netty.handler.codec.http.HttpMethod;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryEligibilityTest {
    @ParameterizedTest(name = "{0}, {1}, untouched {2}, made {3}, sent {4}: {5}")
    @CsvSource({
        "UNREACHABLE, IDEMPOTENT, true,  1, 0, true",
        "UNREACHABLE, HARMFUL,    true,  1, 0, true",
        "UNREACHABLE, HARMFUL,    true,  3, 0, true",
        "UNREACHABLE, IDEMPOTENT, true,  4, 0, false",
        "UNREACHABLE, IDEMPOTENT, false, 1, 0, false",
        "CROWDED,     HARMFUL,    true,  3, 0, true",
        "CROWDED,     HARMFUL,    true,  4, 0, false",
        "SHORT,       HARMFUL,    true,  3, 0, true",
        "STALE,       IDEMPOTENT, true,  1, 1, true",
        "STALE,       IDEMPOTENT, true,  2, 1, true",
        "STALE,       IDEMPOTENT, true,  2, 2, false",
        "STALE,       HARMFUL,    true,  1, 1, false",
        "STALE,       IDEMPOTENT, false, 1, 1, false",
        "BROKEN,      IDEMPOTENT, true,  1, 1, true",
        "BROKEN,      IDEMPOTENT, true,  2, 2, false",
        "BROKEN,      HARMFUL,    true,  1, 1, false",
        "UNAVAILABLE, IDEMPOTENT, true,  1, 1, true",
        "UNAVAILABLE, IDEMPOTENT, true,  2, 2, false",
        "UNAVAILABLE, HARMFUL,    true,  1, 1, false",
        "GONE,        SAFE,       true,  3, 3, true",
        "GONE,        SAFE,       true,  4, 4, false",
        "GONE,        IDEMPOTENT, true,  1, 1, false",
        "GONE,        HARMFUL,    true,  1, 1, false",
        "GONE,        SAFE,       false, 1, 1, false",
        "MALFORMED,   IDEMPOTENT, true,  1, 1, false",
        "LATE,        SAFE,       true,  1, 1, true",
        "LATE,        SAFE,       true,  2, 1, true",
        "LATE,        SAFE,       true,  2, 2, false",
        "LATE,        SAFE,       false, 1, 1, false",
        "LATE,        IDEMPOTENT, true,  1, 1, false",
        "LATE,        HARMFUL,    true,  1, 1, false",
        "BROKEN,      SAFE,       true,  1, 1, true",
        "GONE,        SAFE,       true,  1, 1, true",
    })
    void aRequestIsTriedAgainOnlyWhereThatCannotDoHarm(
            BackendFailureReason failure,
            Idempotence repetition,
            boolean untouched,
            int made,
            int sent,
            boolean again) {
        assertEquals(again, new RetryEligibility(repetition, untouched, made, sent).mayTryAgainAfter(failure));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, SAFE",
        "HEAD, SAFE",
        "OPTIONS, SAFE",
        "TRACE, SAFE",
        "PUT, IDEMPOTENT",
        "DELETE, IDEMPOTENT",
        "POST, HARMFUL",
        "PATCH, HARMFUL",
        "get, HARMFUL",
        "PURGE, HARMFUL"
    })
    void whatIsNotKnownMayDoHarm(String method, Idempotence repetition) {
        assertEquals(repetition, Idempotence.of(HttpMethod.valueOf(method)));
    }
}
