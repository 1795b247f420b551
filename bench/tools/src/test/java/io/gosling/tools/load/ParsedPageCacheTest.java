package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParsedPageCacheTest {
    private final ParsedPageCache site = new ParsedPageCache(List.of(
            new TargetServer("Localhost:8080", unused(), false), new TargetServer("127.0.0.1:80", unused(), false)));

    private static InetSocketAddress unused() {
        return new InetSocketAddress(0);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            http://localhost:8080/x?q,     /x?q
            HTTP://LOCALHOST:8080/x,       /x
            //localhost:8080/a/../x#y,     /x
            http://127.0.0.1/x,            /x
            http://127.0.0.1:/x,           /x
            http://127.0.0.1:80,           /
            http://127.0.0.1?q,            /?q
            http://127.0.0.1//example.com, //example.com
            //127.0.0.1/\\example.com,      //example.com
            x,                             /a/x
            http://localhost/x,            -
            https://localhost:8080/x,      -
            //example.com/x,               -
            http://a@localhost:8080/x,     -
            """)
    void whatIsOnServersThatAreAskedIsOfTheSite(String url, String target) {
        assertEquals(
                target, site.resolve(url, "/a/p.html?q=//", Optional.empty()).orElse("-"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            https://S.example/x,           /x
            https://s.example:443/x,       /x
            //s.example/x,                 /x
            http://s.example/x,            -
            https://s.example:80/x,        -
            """)
    void aServerOverTlsIsAnother(String url, String target) {
        ParsedPageCache secure = new ParsedPageCache(List.of(new TargetServer("s.example", unused(), true)));
        assertEquals(target, secure.resolve(url, "/a/p.html", Optional.empty()).orElse("-"));
    }

    @Test
    void aBaseMayNameTheServerToo() {
        byte[] page = "<base href=http://localhost:8080/b/><img src=i.png><a href=x>x</a><a href=//h/y>y</a>"
                .getBytes(StandardCharsets.US_ASCII);
        ParsedPageCache.Page read = site.of("/a", new BrowserConnection.Fetched(200, "text/html", "", page));
        assertEquals(new ParsedPageCache.Page(List.of("/b/i.png"), List.of("/b/x")), read);
    }
}
