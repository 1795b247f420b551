package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For how long what says that there is nothing, or that something has failed, is kept where its origin does not say.
 */
class SilentLifetimesTest {
    private final OriginStage stage =
            new OriginStage(settings -> settings.with(OriginSettings.NEGATIVE_TTL, Duration.ofSeconds(30))
                    .with(OriginSettings.ERROR_TTL, Duration.ofSeconds(2)));

    @AfterEach
    void close() {
        stage.close();
    }

    @ParameterizedTest
    @CsvSource({
        "404, 30", "405, 30", "410, 30", "414, 30", "501, 30", "500, 2", "502, 2", "503, 2", "504, 2", "200, 0",
        "403, 0", "429, 0", "302, 0"
    })
    void theOriginIsAskedOnceInThatTime(int status, int seconds) throws Exception {
        stage.origin.always(status, "sorry");
        for (int i = 0; i < 3; i++) {
            assertEquals(status, stage.get("/a").status());
            assertEquals("sorry", stage.get("/a").responseText());
        }
        assertEquals(seconds > 0 ? 1 : 6, stage.origin.requests());
        stage.pass(seconds + 1);
        stage.get("/a");
        assertEquals(seconds > 0 ? 2 : 7, stage.origin.requests());
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private", "no-cache", "max-age=0", "s-maxage=0, max-age=60"})
    void whatTheOriginSaysCounts(String directives) throws Exception {
        stage.origin.always(404, "", "Cache-Control", directives);
        stage.get("/a");
        stage.get("/a");
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void aLongerLifetimeOfTheOriginsOwnCountsToo() throws Exception {
        stage.origin.always(404, "", "Cache-Control", "max-age=60");
        stage.get("/a");
        stage.pass(50);
        stage.get("/a");
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void whatWasForOnePersonIsKeptForNobody() throws Exception {
        stage.origin.always(404, "");
        stage.get("/a", "Authorization", "Basic YTpi");
        stage.get("/a", "Cookie", "a=b");
        stage.get("/a");
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void aFailureDoesNotTakeThePlaceOfWhatMayStillBeServedStale() throws Exception {
        stage.origin.always(200, "good", "Cache-Control", "max-age=1, stale-if-error=60");
        stage.get("/a");
        stage.pass(2);
        stage.origin.always(503, "bad");
        for (int i = 0; i < 3; i++) {
            assertEquals("good", stage.get("/a").responseText());
        }
    }

    @Test
    void whatIsMadeUnderItGoesAtOnce() throws Exception {
        stage.origin.always(404, "none");
        stage.get("/a");
        stage.origin.always(201, "");
        stage.ask("PUT", "/a");
        stage.origin.always(200, "there");
        assertEquals("there", stage.get("/a").responseText());
    }

    @Test
    void withoutBeingToldNothingOfTheKindIsKept() throws Exception {
        try (OriginStage usual = new OriginStage()) {
            usual.origin.always(404, "");
            usual.get("/a");
            usual.get("/a");
            usual.origin.always(503, "");
            usual.get("/b");
            String handled = String.valueOf(usual.get("/b").header("Cache-Status"));
            assertTrue(handled.contains("detail=status-503"), handled);
            assertEquals(4, usual.origin.requests());
        }
    }
}
