package io.gosling.bench.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The judgement itself, on histories of a few lines. */
class PurgeCheckTest {
    private static final List<Page> PAGES = Page.all();

    private final PurgeCheck check = new PurgeCheck();
    private final Page page = first(Page.Kind.PLAIN);

    private static Page first(Page.Kind kind) {
        return PAGES.stream().filter(page -> page.kind() == kind).findFirst().orElseThrow();
    }

    private Optional<String> read(Page of, long began, long serial, int version) {
        return check.judge(new Seen("n1", of, began, began + 5, serial < 0 ? 304 : 200, serial, version, "n1; hit"));
    }

    private void isRight(Page of, long began, long serial, int version) {
        assertEquals(Optional.empty(), read(of, began, serial, version));
    }

    private void isStale(Page of, long began, long serial, int version) {
        assertTrue(read(of, began, serial, version).orElse("right").contains("was complete"));
    }

    @Test
    void whatWasAskedBeforeAPurgeIsStaleOnceThatIsComplete() {
        check.asked(1, page, 1, 10);
        check.purged(List.of(Selection.url(page)), false, 20, 30);

        isRight(page, 30, 1, 1);
        isStale(page, 31, 1, 1);
        check.asked(2, page, 1, 21);
        isRight(page, 31, 2, 1);
    }

    @Test
    void aPurgeThatEndedLaterAndBeganEarlierObligesToNothingMore() {
        check.asked(1, page, 1, 25);
        check.purged(List.of(Selection.url(page)), false, 20, 30);
        check.purged(List.of(Selection.url(page)), false, 15, 60);
        isRight(page, 70, 1, 1);

        check.purged(List.of(Selection.url(page)), false, 26, 40);
        isRight(page, 35, 1, 1);
        isStale(page, 41, 1, 1);
        isStale(page, 70, 1, 1);
    }

    @Test
    void purgesOfOthersObligeNobody() {
        check.asked(1, page, 1, 10);
        check.purged(List.of(Selection.url(PAGES.get(5)), Selection.prefix("/nowhere/")), false, 20, 30);
        isRight(page, 40, 1, 1);
    }

    @Test
    void prefixesHostsAndTheTagsOfThatVersionCount() {
        check.asked(1, page, 1, 10);
        check.asked(2, page, 2, 11);
        check.purged(List.of(Selection.tag("edition2")), false, 20, 30);
        isRight(page, 40, 1, 1);
        isStale(page, 40, 2, 2);

        check.purged(List.of(Selection.prefix(page.folder())), false, 50, 60);
        isStale(page, 61, 1, 1);
    }

    @Test
    void everythingIsEverything() {
        check.asked(1, page, 1, 10);
        check.purged(List.of(Selection.everything()), true, 20, 30);
        isStale(page, 31, 1, 1);
    }

    @Test
    void aSoftPurgeObligesAPageThatMayBeStaleOnlyAfterThat() {
        Page lenient = first(Page.Kind.LENIENT);
        check.asked(1, lenient, 1, 10);
        check.purged(List.of(Selection.url(lenient)), true, 20, 30);
        isRight(lenient, 31 + Page.STALE_NANOS - 1, 1, 1);
        isStale(lenient, 31 + Page.STALE_NANOS, 1, 1);

        check.purged(List.of(Selection.url(lenient)), false, 20, 30);
        isStale(lenient, 31, 1, 1);
    }

    @Test
    void whereOnlyTheVersionIsKnownItMustHaveBeenCurrentAfterThePurgeWasSent() {
        check.replaced(page, 1, 15);
        check.replaced(page, 2, 25);
        check.purged(List.of(Selection.url(page)), false, 20, 30);
        isStale(page, 31, -1, 1);
        isRight(page, 31, -1, 2);
        isRight(page, 31, -1, 3);
    }

    @Test
    void whatTheOriginNeverGaveIsWrongWithoutAnyPurge() {
        check.asked(1, page, 1, 10);
        assertTrue(read(page, 20, 2, 1).orElse("").contains("never given"));
        assertTrue(read(PAGES.get(5), 20, 1, 1).orElse("").contains("never given"));
        assertTrue(read(page, 20, 1, 2).orElse("").contains("was version 1"));
    }

    @Test
    void aPartOfABodyIsKnownByItsPlace() {
        byte[] body = page.body(7, "");
        assertTrue(page.isPart(body, 7, "", 0));
        assertTrue(page.isPart(java.util.Arrays.copyOfRange(body, 40, 90), 7, "", 40));
        assertEquals(false, page.isPart(java.util.Arrays.copyOfRange(body, 40, 90), 7, "", 41));
        body[200] ^= 1;
        assertEquals(false, page.isPart(body, 7, "", 0));
        assertEquals(false, page.isPart(page.body(8, ""), 7, "", 0));
    }
}
