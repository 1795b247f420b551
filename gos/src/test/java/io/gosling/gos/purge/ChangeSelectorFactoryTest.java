package io.gosling.gos.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.message.PurgeSelector;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of what unsafe requests have changed, and what they mean at a node that reads them. */
class ChangeSelectorFactoryTest {
    private final PurgeTargetResolver keys = ChangeSelectorFactory.beside(PurgeTargetResolver.ofPaths());

    @Test
    void aUrlMeansItsResponseHoweverClientsCame() {
        PurgeSelector named = ChangeSelectorFactory.url("https://shop@one.test/a?b");
        assertTrue(ChangeSelectorFactory.isOne(named));
        assertEquals(
                List.of(
                        new PurgeTarget.Key("http://shop@one.test/a?b"),
                        new PurgeTarget.Key("https://shop@one.test/a?b")),
                keys.of(named));
    }

    @Test
    void aTagMeansWhatBearsIt() {
        assertEquals(List.of(new PurgeTarget.Tag("front page")), keys.of(ChangeSelectorFactory.tag("front page")));
        assertEquals(ChangeSelectorFactory.ANY, ChangeSelectorFactory.tag("x".repeat(PurgeSelector.LONGEST)));
        assertEquals(List.of(), keys.of(ChangeSelectorFactory.ANY), "which is nobody's key: everything is in doubt");
    }

    @Test
    void ofAUrlThatIsTooLongItsBeginningMeansMore() {
        String url = "http://one.test/" + "x".repeat(PurgeSelector.LONGEST);
        assertTrue(keys.of(ChangeSelectorFactory.url(url)).stream().anyMatch(target -> target.covers(url, Set.of())));
    }

    @Test
    void whatPeopleNameIsNone() {
        PurgeSelector path = new PurgeSelector.Url("/a");
        assertFalse(ChangeSelectorFactory.isOne(path));
        assertEquals(List.of(new PurgeTarget.Key("/a")), keys.of(path));
    }
}
