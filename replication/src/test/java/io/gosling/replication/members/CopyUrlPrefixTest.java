package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.replication.home.RenderedVariantSet;
import io.gosling.replication.page.PageLinkTemplate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the prefixes of copies' addresses, kept between renderings. */
class CopyUrlPrefixTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://b.example", "https://b_1.example:8443", "http://[::1]:8080"})
    void addressesBeginAsTheyWouldIfEachWereWrittenAnew(String origin) {
        ReplicaPeer server = ReplicaPeer.parse(origin);
        for (long version : new long[] {0, 7, 1_800_000_000_000L, 999_999_999_999_999_999L}) {
            assertArrayEquals(
                    PageLinkTemplate.written(CopyUrlPath.before(server, version, "a.example:8080")),
                    new CopyUrlPrefix(server, "a.example:8080").before(version));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 8", "1, 8", "8, 8", "9, 7", "16, 4", "32, 2", "1000, 2"})
    void aPageThatLeadsToMuchIsDrawnLessOften(int documents, int variants) {
        assertEquals(variants, new RenderedVariantSet(documents).size());
    }
}
