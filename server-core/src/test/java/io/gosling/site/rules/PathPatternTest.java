package io.gosling.site.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {
    @ParameterizedTest
    @CsvSource({
        "/a, /a, true",
        "/a, /a/, false",
        "/a, /ab, false",
        "/a/*.html, /a/b.html, true",
        "/a/*.html, /a/.html, true",
        "/a/*.html, /a/b/c.html, false",
        "/*/index, /x/index, true",
        "/private/**, /private/, true",
        "/private/**, /private/a/b, true",
        "/private/**, /private, true",
        "/private/**, /privateer, false",
        "/**, /, true",
        "/**, /x/y, true",
        "/**/a.js, /x/y/a.js, true",
        "/a.b, /axb, false",
        "/späße/**, /sp%C3%A4%C3%9Fe/1, true",
        "/a%20b, /a%20b, true",
        "/(x, /(x, true",
    })
    void aStarStaysInItsSegmentAndTwoDoNot(String pattern, String key, boolean fits) {
        assertEquals(
                fits,
                PathPattern.parse(pattern.replace("ä", "%C3%A4").replace("ß", "%C3%9F"))
                        .fits(key));
    }

    @Test
    void itTellsWhatTheStarsStoodFor() {
        assertEquals(List.of("x", "y/z"), PathPattern.parse("/a/*/**").match("/a/x/y/z"));
        assertEquals(List.of(""), PathPattern.parse("/a/**").match("/a"));
        assertNull(PathPattern.parse("/a/**").match("/b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "*.html", "/**/x/**", "/a*b*c", "/***", "/a/../../b", "/a?b", "/%zz"})
    void whatIsNoPatternIsRefused(String text) {
        var refusal = assertThrows(IllegalArgumentException.class, () -> PathPattern.parse(text));
        assertTrue(String.valueOf(refusal.getMessage()).contains(text), refusal.getMessage());
    }

    @Test
    void whatFitsIsWhatHasAMatch() {
        Random random = new Random(7);
        String[] pieces = {"/", "/", "a", "b", "ab", "*", "**", "/a", "/**"};
        int fitting = 0;
        for (int at = 0; at < 20_000; at++) {
            StringBuilder text = new StringBuilder("/");
            StringBuilder key = new StringBuilder("/");
            for (int piece = random.nextInt(6); piece >= 0; piece--) {
                text.append(pieces[random.nextInt(pieces.length)]);
                key.append(pieces[random.nextInt(5)]);
            }
            PathPattern pattern;
            try {
                pattern = PathPattern.parse(text.toString());
            } catch (IllegalArgumentException none) {
                continue;
            }
            boolean fits = pattern.fits(key + "?x", key.length());
            assertEquals(pattern.match(key.toString()) != null, fits, () -> pattern + " " + key);
            fitting += fits ? 1 : 0;
        }
        assertTrue(fitting > 500, "only " + fitting);
    }

    /** A pattern that backtracks would take years for this. */
    @Test
    void aLongPathThatFitsNotQuiteIsRefusedInProportionToItsLength() {
        String path = "/a".repeat(4000) + "/b";
        assertFalse(PathPattern.parse("/**/*a/*a/*a/*a/*a/c").fits(path));
    }
}
