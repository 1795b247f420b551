package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.replication.graph.LinkTarget.Inside;
import io.gosling.replication.graph.LinkTarget.Outside;
import io.gosling.replication.graph.LinkTarget.SamePage;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTargetTest {

    /** A page that leaves its home has its links made absolute as browsers would have read them. */
    @Test
    void aBackslashBeforeTheQueryIsASlash() {
        assertEquals(
                new Inside("/a/x.html", "q=%5C"), LinkTarget.of("b\\..\\x.html?q=\\", "/a/p.html", Optional.empty()));
        assertEquals(new Outside("\\\\elsewhere\\x"), LinkTarget.of("\\\\elsewhere\\x", "/a/p.html", Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            next.html,             /a/next.html
            ./next.html,           /a/next.html
            ../next.html,          /next.html
            ../../../next.html,    /next.html
            %2e%2e/next.html,      /next.html
            /root.html,            /root.html
            ..,                    /
            .,                     /a/
            b/,                    /a/b/
            b/../c,                /a/c
            next.html#part,        /a/next.html
            two words.html,        /a/two%20words.html
            two%20words.html,      /a/two%20words.html
            100%.html,             /a/100%25.html
            a[1].html,             /a/a%5B1%5D.html
            é.html,                /a/%C3%A9.html
            next.html?x=y z,       /a/next.html?x=y%20z
            ?x=1,                  /a/page.html?x=1
            """)
    void aRelativeAddressIsReadAgainstItsPage(String url, String expected) {
        Inside target = (Inside) LinkTarget.of(url, "/a/page.html", Optional.empty());
        assertEquals(expected, target.requestTarget());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/x",
                "//example.org/x",
                "mailto:a@b",
                "data:text/plain,x",
                "javascript:void(0)"
            })
    void whatLeavesTheSiteIsOutside(String url) {
        assertEquals(new Outside(url), LinkTarget.of(url, "/a/page.html", Optional.empty()));
    }

    @Test
    void aFragmentAloneStaysOnThePage() {
        assertEquals(new SamePage("part"), LinkTarget.of("#part", "/a/page.html", Optional.of("/b/")));
    }

    @Test
    void aBaseTakesThePlaceOfThePage() {
        assertEquals(new Inside("/b/x.html", ""), LinkTarget.of("x.html", "/a/page.html", Optional.of("../b/")));
        assertEquals(
                new Outside("x.html"), LinkTarget.of("x.html", "/a/page.html", Optional.of("https://example.org/")));
    }
}
