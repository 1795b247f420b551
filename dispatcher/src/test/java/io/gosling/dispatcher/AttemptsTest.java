package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttemptsTest {
    @ParameterizedTest(name = "{0}, idempotent {1}, untouched {2}, made {3}, sent {4}: {5}")
    @CsvSource({
        "UNREACHABLE, true,  true,  1, 0, true",
        "UNREACHABLE, false, true,  1, 0, true",
        "UNREACHABLE, false, true,  3, 0, true",
        "UNREACHABLE, true,  true,  4, 0, false",
        "UNREACHABLE, true,  false, 1, 0, false",
        "STALE,       true,  true,  1, 1, true",
        "STALE,       true,  true,  2, 2, true",
        "STALE,       true,  true,  3, 3, false",
        "STALE,       false, true,  1, 1, false",
        "STALE,       true,  false, 1, 1, false",
        "BROKEN,      true,  true,  1, 1, true",
        "BROKEN,      true,  true,  2, 2, false",
        "BROKEN,      false, true,  1, 1, false",
        "GONE,        true,  true,  3, 3, true",
        "GONE,        true,  true,  4, 4, false",
        "GONE,        false, true,  1, 1, false",
        "GONE,        true,  false, 1, 1, false",
        "MALFORMED,   true,  true,  1, 1, false",
        "LATE,        true,  true,  1, 1, false",
    })
    void aRequestIsTriedAgainOnlyWhereThatCannotDoHarm(
            Failure failure, boolean idempotent, boolean untouched, int made, int sent, boolean again) {
        assertEquals(again, new Attempts(idempotent, untouched, made, sent).mayTryAgainAfter(failure));
    }
}
