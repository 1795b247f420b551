package io.gosling.dispatcher.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.settings.SettingValues;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceHeadersTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final HttpHeaders headers = new DefaultHttpHeaders();

    private void add(String requestIds, int percent) {
        TraceHeaders.addTo(
                headers,
                new RelaySettings(SettingValues.none()
                        .with(RelaySettings.REQUEST_ID, List.of(requestIds))
                        .withValue(RelaySettings.TRACE_PERCENT, percent)));
    }

    @Test
    void nothingIsAddedOrReplacedByDefault() {
        TraceHeaders.addTo(headers, new RelaySettings(SettingValues.none()));
        assertTrue(headers.isEmpty());
        headers.set("X-Request-Id", "not one").set("traceparent", "none").set("tracestate", "a=b");
        TraceHeaders.addTo(headers, new RelaySettings(SettingValues.none()));
        assertEquals(List.of("not one"), headers.getAll("X-Request-Id"));
        assertEquals(List.of("none"), headers.getAll("traceparent"));
        assertTrue(headers.contains("tracestate"));
    }

    @Test
    void everyRequestGetsAnIdOfItsOwn() {
        add("on", 0);
        String first = headers.get("X-Request-Id");
        assertTrue(first.matches("[0-9a-f]{32}"), first);
        assertFalse(headers.contains("traceparent"));
        headers.clear();
        add("on", 0);
        assertNotEquals(first, headers.get("X-Request-Id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "Root=1-67891233:a/b+c@d~e_f.g"})
    void aWellFormedIdStays(String id) {
        headers.set("x-request-id", id);
        add("on", 0);
        assertEquals(List.of(id), headers.getAll("X-Request-Id"));
    }

    @Test
    void whatBackEndsReadAsTheIdIsRemoved() {
        headers.set("X_Request_Id", "forged").set("X-Request_ID", "forged");
        add("off", 0);
        assertEquals(2, headers.size());
        headers.set("X-REQUEST-ID", "1");
        add("on", 0);
        assertEquals(1, headers.size());
        assertEquals("1", headers.get("x-request-id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\"b", "a,b", "a;b", "\u00e4"})
    void aMalformedIdIsReplaced(String id) {
        headers.set("x-request-id", id);
        add("on", 0);
        assertTrue(headers.get("X-Request-Id").matches("[0-9a-f]{32}"));
    }

    @Test
    void aLongIdAndTwoOfThemAreReplacedByOne() {
        headers.set("X-Request-Id", "a".repeat(129));
        add("on", 0);
        assertTrue(headers.get("X-Request-Id").matches("[0-9a-f]{32}"));
        headers.set("X-Request-Id", List.of("a", "b"));
        add("on", 0);
        assertEquals(1, headers.getAll("X-Request-Id").size());
        assertTrue(headers.get("X-Request-Id").matches("[0-9a-f]{32}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PARENT,
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-comes-later"
            })
    void aValidTraceGoesOn(String parent) {
        headers.set("traceparent", parent).set("tracestate", "a=b");
        add("off", 100);
        assertEquals(List.of(parent), headers.getAll("traceparent"));
        assertEquals("a=b", headers.get("tracestate"));
        assertFalse(headers.contains("X-Request-Id"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            })
    void anInvalidTraceIsReplacedWithItsState(String parent) {
        headers.set("traceparent", parent).set("tracestate", "a=b");
        add("off", 100);
        assertTrue(headers.get("traceparent").matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01"), headers::toString);
        assertFalse(headers.contains("tracestate"));
    }

    @Test
    void aPartOfTheTracesThatBeginHereIsSampled() {
        int sampled = 0;
        for (int request = 0; request < 2000; request++) {
            headers.clear();
            add("off", 50);
            sampled += headers.get("traceparent").endsWith("-01") ? 1 : 0;
        }
        assertTrue(sampled > 800 && sampled < 1200, sampled + " of 2000"); // nine standard deviations
    }
}
