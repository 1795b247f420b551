package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rules that select pools. */
class BackendPoolRulesTest {
    @ParameterizedTest
    @CsvSource({
        "path:/images=g, any.test, /images, true",
        "path:/images=g, any.test, /images/a.png, true",
        "path:/images=g, any.test, /images?size=2, true",
        "path:/images=g, any.test, /imagesque, false",
        "path:/images/=g, any.test, /images/a.png, true",
        "path:/images/=g, any.test, /images, false",
        "path:/=g, any.test, /whatever, true",
        "path:/a=b=g, any.test, /a=b/c, true",
        "host:img.test=g, img.test, /, true",
        "host:img.test=g, IMG.test:8080, /, true",
        "host:img.test=g, img.test., /, true",
        "host:img.test=g, img.test.:80, /, true",
        "host:img.test.=g, img.test, /, true",
        "host:img.test=g, img.test.., /, false",
        "host:*.img.test=g, a.img.test., /, true",
        "host:img.test=g, img.tests, /, false",
        "host:img.test=g, a.img.test, /, false",
        "host:*.img.test=g, a.img.test:80, /, true",
        "host:*.img.test=g, img.test, /, false",
        "host:*.img.test=g, test, /, false",
        "host:[::1]=g, [::1]:8080, /, true",
        "host:[::1]=g, [::1], /, true",
        "host:img.test/thumbs=g, img.test, /thumbs/1, true",
        "host:img.test/thumbs=g, img.test, /full/1, false",
        "host:img.test/thumbs=g, other.test, /thumbs/1, false",
        "header:X-Tenant:gold=g, any.test, /, true",
        "header:X-Tenant:silver=g, any.test, /, false",
        "header:X-Other:gold=g, any.test, /, false",
    })
    void aRuleFitsByHostPathAndField(String rule, String host, String uri, boolean fits) {
        BackendPoolRules rules = rules(rule);
        assertEquals(List.of("g"), rules.labels());
        assertEquals(fits ? "g" : null, rules.poolOf(request(host, uri)));
    }

    @Test
    void theFirstThatFitsCountsAndLabelsAreNamedOnce() {
        BackendPoolRules rules = rules("path:/images/hot=fast", "path:/images=big", "host:fast.test=fast");
        assertEquals(List.of("fast", "big"), rules.labels());
        assertEquals("fast", rules.poolOf(request("any.test", "/images/hot/1")));
        assertEquals("big", rules.poolOf(request("fast.test", "/images/1")));
        assertEquals("fast", rules.poolOf(request("fast.test", "/")));
        assertNull(rules.poolOf(request("any.test", "/")));
        assertNull(BackendPoolRules.NONE.poolOf(request("any.test", "/")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "path:/a",
                "path:/a=",
                "path:a=g",
                "path:/a=-g",
                "host:=g",
                "host:*=g",
                "host:*.=g",
                "host:.=g",
                "host:*img.test=g",
                "host:img.test:8080=g",
                "host:img.test:8080/thumbs=g",
                "host:[::1]:8080=g",
                "host:::1=g",
                "header:X=g",
                "url:/a=g"
            })
    void whatIsNoRuleIsRefusedWithWhatWasExpected(String text) {
        String message =
                String.valueOf(assertThrows(IllegalArgumentException.class, () -> BackendPoolRules.Rule.parse(text))
                        .getMessage());
        assertTrue(message.contains('"' + text + '"') && message.contains("expected"), message);
    }

    @Test
    void labelsAreBounded() {
        List<BackendPoolRules.Rule> many = IntStream.range(0, 65)
                .mapToObj(at -> BackendPoolRules.Rule.parse("path:/" + at + "=g" + at))
                .toList();
        assertEquals(64, new BackendPoolRules(many.subList(0, 64)).labels().size());
        assertThrows(IllegalArgumentException.class, () -> new BackendPoolRules(many));
    }

    private static BackendPoolRules rules(String... texts) {
        return new BackendPoolRules(
                Stream.of(texts).map(BackendPoolRules.Rule::parse).toList());
    }

    private static HttpRequest request(String host, String uri) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri);
        request.headers().set("Host", host).set("X-Tenant", "gold");
        return request;
    }
}
