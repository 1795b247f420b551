package io.gosling.gos.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.message.Selector;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of what unsafe requests have changed, and what they mean at a node that reads them. */
class ChangedUrlsTest {
    private final PurgeKeys keys = ChangedUrls.beside(PurgeKeys.ofPaths());

    @Test
    void aUrlMeansItsResponseHoweverClientsCame() {
        Selector named = ChangedUrls.url("https://shop@one.test/a?b");
        assertTrue(ChangedUrls.isOne(named));
        assertEquals(
                List.of(
                        new PurgeTarget.Key("http://shop@one.test/a?b"),
                        new PurgeTarget.Key("https://shop@one.test/a?b")),
                keys.of(named));
    }

    @Test
    void aTagMeansWhatBearsIt() {
        assertEquals(List.of(new PurgeTarget.Tag("front page")), keys.of(ChangedUrls.tag("front page")));
        assertEquals(ChangedUrls.ANY, ChangedUrls.tag("x".repeat(Selector.LONGEST)));
        assertEquals(List.of(), keys.of(ChangedUrls.ANY), "which is nobody's key: everything is in doubt");
    }

    @Test
    void ofAUrlThatIsTooLongItsBeginningMeansMore() {
        String url = "http://one.test/" + "x".repeat(Selector.LONGEST);
        assertTrue(keys.of(ChangedUrls.url(url)).stream().anyMatch(target -> target.covers(url, Set.of())));
    }

    @Test
    void whatPeopleNameIsNone() {
        Selector path = new Selector.Url("/a");
        assertFalse(ChangedUrls.isOne(path));
        assertEquals(List.of(new PurgeTarget.Key("/a")), keys.of(path));
    }
}
