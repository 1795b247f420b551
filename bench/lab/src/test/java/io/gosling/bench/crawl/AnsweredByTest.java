package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnsweredByTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        n1; hit                                       | hit
        n1;hit;detail=unchecked                       | hit
        n2; hit, n1; fwd=miss; detail=peer            | peer
        n2; hit, n1; fwd=miss; detail=home            | home
        n2; fwd=miss; detail=disk, n1; fwd=miss; detail=home | home-disk
        n1; fwd=miss; detail=disk                     | disk
        n1; fwd=uri-miss; detail="relay"              | relay
        n1; fwd=bypass                                | other
        "a, b"; fwd=miss; detail=disk                 | disk
        n1; hit; key=/p?x=1                           | unreadable
        ''                                            | none
        """)
    void theLastMemberSaysWhoAnswered(String field, String kind) {
        assertEquals(kind, CrawlPassCounts.kind(field));
    }
}
