package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupCrawlTest {
    @Test
    void whatAGroupHasInAnotherWayIsToldForPeopleAndPrograms() {
        GroupCrawl.Outcome outcome = new GroupCrawl.Outcome(
                List.of(
                        new GroupCrawl.Row("plain", 24, 26, 0, 49, -1, 0, 1.2),
                        new GroupCrawl.Row("through g1", 24, 26, 1, 49, 0.125, 2, 3.4)),
                List.of("through g1: \"/a\" is not there"));
        assertTrue(outcome.markdown().contains("| plain | 24 | 26 | 0 | 49 |  | 0 | 1 |\n"), outcome::markdown);
        assertTrue(
                outcome.markdown().contains("| through g1 | 24 | 26 | 1 | 49 | 13 % | 2 | 3 |\n"), outcome::markdown);
        assertTrue(outcome.markdown().endsWith("wrong: through g1: \"/a\" is not there\n"), outcome::markdown);
        assertTrue(
                outcome.json().contains("\"parts\":49,\"leastPart\":0.125,\"askedAgain\":2,\"seconds\":3.4"),
                outcome::json);
        assertTrue(outcome.json().contains("\\\"/a\\\" is not there"), outcome::json);
    }

    @Test
    void pagesToShowAreFromEverywhere() {
        List<String> all = List.of("/a", "/b", "/c", "/d", "/e", "/f");
        assertEquals(List.of("/a", "/c", "/e"), GroupCrawl.some(all, 3));
        assertEquals(all, GroupCrawl.some(all, 100));
        assertEquals(List.of(), GroupCrawl.some(List.of(), 3));
    }
}
