package io.gosling.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExtractedLinksTest {
    private static final String PAGE = "http://127.0.0.1:8080/a/b.html";

    @Test
    void whatAPageShowsIsAskedForOnce() {
        ExtractedLinks links = ExtractedLinks.of("""
            <link rel="stylesheet" href="../s.css"><link rel=icon href=i.png>
            <img alt="x" src="c.png"><IMG SRC='/a/c.png'><script src=d.js></script><img \
            src="https://example.org/e.png">
            """, PAGE);
        assertEquals(
                List.of("http://127.0.0.1:8080/a/c.png", "http://127.0.0.1:8080/a/d.js", "http://127.0.0.1:8080/s.css"),
                links.shown());
    }

    @Test
    void linksAreFollowedWithinTheGroupOnly() {
        assertEquals("http://127.0.0.1:8080/a/c.png", ExtractedLinks.absolute("c.png", PAGE));
        assertEquals("http://127.0.0.1:8080/c.png", ExtractedLinks.absolute("../c.png", PAGE));
        assertEquals("http://127.0.0.1:8080/c.png", ExtractedLinks.absolute("/c.png", PAGE));
        assertEquals(
                "http://127.0.0.1:81/~migrate/1/x:2/c",
                ExtractedLinks.absolute("http://127.0.0.1:81/~migrate/1/x:2/c", PAGE));
        assertEquals("http://127.0.0.1:8080/c.png", ExtractedLinks.absolute("\\c.png", PAGE));
        assertEquals("", ExtractedLinks.absolute("\\\\example.org\\", PAGE));
        assertEquals("", ExtractedLinks.absolute("https://example.org/", PAGE));
        assertEquals("", ExtractedLinks.absolute("//example.org/", PAGE));
        assertEquals("", ExtractedLinks.absolute("mailto:somebody", PAGE));
    }

    /** A copy of a page, whose links lead to its home. */
    @Test
    void linksAreRelativeToWhatThePageSays() {
        String copy = "http://127.0.0.1:81/~migrate/1/127.0.0.1:8080/a/b.html";
        ExtractedLinks links = ExtractedLinks.of(
                "<base href=\"http://127.0.0.1:8080/a/b.html\"><img src=c.png><a href='/d.html'>d</a>", copy);
        assertEquals(List.of("http://127.0.0.1:8080/a/c.png"), links.shown());
        assertEquals("http://127.0.0.1:8080/d.html", links.followed(new SplittableRandom(1)));
        assertEquals(
                "",
                ExtractedLinks.of("<base href='//example.org/'><a href=d.html>", copy)
                        .followed(new SplittableRandom(1)));
    }

    @Test
    void aLinkThatLeadsOutIsPassedOver() {
        ExtractedLinks links =
                ExtractedLinks.of("<a href='https://example.org/'>out</a> <a href=c.html#d>in</a>", PAGE);
        for (int seed = 0; seed < 8; seed++) {
            assertEquals("http://127.0.0.1:8080/a/c.html", links.followed(new SplittableRandom(seed)));
        }
    }

    @Test
    void whereAllLeadOutNoneIsFollowed() {
        assertEquals(
                "", ExtractedLinks.of("<a href='//example.org/'>out</a>", PAGE).followed(new SplittableRandom(1)));
        assertEquals("", ExtractedLinks.none(PAGE).followed(new SplittableRandom(1)));
    }
}
