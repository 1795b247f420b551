package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.purge.message.PurgeSelector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests purges where each client host has its own responses. */
class OriginPurgeTargetResolverTest {
    private final OriginStage stage = new OriginStage(settings -> settings.with(OriginSettings.KEEP_HOST, true));
    private final OriginSettings settings =
            OriginSettings.of(OriginAddress.parse("http://origin.test/")).with(OriginSettings.KEEP_HOST, true);

    @AfterEach
    void close() {
        stage.close();
    }

    private int asked(String host) throws Exception {
        int before = stage.origin.requests();
        assertEquals("hello", stage.get("/a", "Host", host).responseText());
        return stage.origin.requests() - before;
    }

    private void purge(PurgeSelector selector) {
        stage.memory.purges().add(OriginPurgeTargetResolver.of(settings).of(selector));
    }

    @Test
    void thePortThatGoesWithoutSayingIsNoOtherHost() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
        assertEquals(1, asked("www.example.com:80"));
        assertEquals(0, asked("WWW.example.com"));
        assertEquals(1, asked("www.example.com:8080"));
        assertEquals(1, asked("www.example.com:443"), "without TLS this is another port");
    }

    @Test
    void aQuestionMarkWithNothingBehindItIsNoOtherObject() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
        asked("www.example.com");
        purge(new PurgeSelector.Url("http://www.example.com/a?"));
        assertEquals(1, asked("www.example.com"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://www.example.com:443/a",
                "https://www.example.com/a",
                "http://www.example.com:80/a",
                "http://www.example.com:443/a"
            })
    void aPurgeMeansAHostHoweverItsUsualPortsAreNamed(String url) throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
        for (String host :
                new String[] {"www.example.com", "www.example.com:443", "www.example.com:", "www.example.com:080"}) {
            asked(host);
            assertEquals(0, asked(host));
        }
        asked("www.example.com:8080");
        String host = url.substring(url.indexOf("://") + 3, url.lastIndexOf('/'));
        for (PurgeSelector selector : new PurgeSelector[] {
            new PurgeSelector.Url(url), new PurgeSelector.Prefix(url), new PurgeSelector.Host(host)
        }) {
            purge(selector);
            assertEquals(1, asked("www.example.com"), selector.toString());
            assertEquals(1, asked("www.example.com:443"), selector.toString());
            assertEquals(0, asked("www.example.com:8080"), "a host of its own");
        }
        purge(new PurgeSelector.Url("http://www.example.com:8080/a"));
        assertEquals(1, asked("www.example.com:8080"));
        assertEquals(0, asked("www.example.com"));
    }
}
