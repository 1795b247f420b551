package io.gosling.gos.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.message.PurgeSelector;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names as people write them, and objects as requests name them. */
class PurgeUrlPatternTest {
    @ParameterizedTest
    @CsvSource({
        "/a, /a",
        "/a?, /a",
        "/?, /",
        "/a?b, /a?b",
        "/a?b?, /a?b?",
        "/a??, /a??",
        "http://h.test, /",
        "http://H.test/a?, /a",
        "/caf\u00e9/\u20ac?q=\u00fc, /caf%C3%A9/%E2%82%AC?q=%C3%BC",
        "https://h.test/\ud83d\ude00, /%F0%9F%98%80",
        "/%c3%a9, /%c3%a9",
        "/a\u007f\u00a0, /a%7F%C2%A0"
    })
    void anObjectIsHeldUnderWhatARequestCanSay(String name, String target) {
        assertEquals(target, PurgeUrlPattern.parse(name).object());
    }

    @Test
    void aBeginningKeepsItsQuestionMark() {
        assertEquals("/search?", PurgeUrlPattern.parse("/search?").target(), "every search, and not /searching");
    }

    @Test
    void documentsWithSuchNamesArePurged() {
        var keys = PurgeTargetResolver.ofPaths();
        assertEquals(
                List.of(new PurgeTarget.Key("/caf%C3%A9")), keys.of(new PurgeSelector.Url("http://h.test/caf\u00e9?")));
        assertEquals(List.of(new PurgeTarget.Prefix("/caf%C3%A9")), keys.of(new PurgeSelector.Prefix("/caf\u00e9")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://b\u00fccher.test/a", "http://u@h.test/a", "a", "/a b", "/a#b", "http:///a"})
    void whatNoRequestCanNameIsRefused(String name) {
        var refused = assertThrows(IllegalArgumentException.class, () -> PurgeUrlPattern.parse(name));
        String said = String.valueOf(refused.getMessage());
        assertTrue(said.startsWith("\"" + name + "\" names no object; expected a URL"), said);
    }

    @Test
    void aHostIsNamedAsRequestsNameIt() {
        assertEquals("www.example.com:8080", PurgeUrlPattern.host("WWW.example.com:8080"));
        var refused = assertThrows(IllegalArgumentException.class, () -> PurgeUrlPattern.host("b\u00fccher.test"));
        assertTrue(String.valueOf(refused.getMessage()).contains("xn--"), refused.getMessage());
    }
}
