package io.gosling.http.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheStatusFormatTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LOCAL_MEMORY | n1 | n1; hit
            PEER_MEMORY  | n2 | n2; hit, n1; fwd=miss; detail=peer
            HOME_MEMORY  | n2 | n2; hit, n1; fwd=miss; detail=home
            HOME_DISK    | n2 | n2; fwd=miss; detail=disk, n1; fwd=miss; detail=home
            LOCAL_DISK   | n1 | n1; fwd=miss; detail=disk
            """)
    void eachPlaceHasItsForm(ResponseSource from, String node, String expected) {
        assertEquals(expected, CacheStatusFormat.of("n1", new Provenance(from, node)));
    }

    @Test
    void uncheckedCopiesSaySo() {
        assertEquals(
                "n1; hit; detail=unchecked",
                CacheStatusFormat.of("n1", new Provenance(ResponseSource.LOCAL_MEMORY, "n1", true)));
    }

    @Test
    void aNameThatIsNoTokenIsQuoted() {
        assertEquals(
                "\"my \\\"node\\\"\"; hit",
                CacheStatusFormat.of("my \"node\"", new Provenance(ResponseSource.LOCAL_MEMORY, "x")));
        assertEquals("\"1\"; hit", CacheStatusFormat.of("1", new Provenance(ResponseSource.LOCAL_MEMORY, "1")));
    }
}
