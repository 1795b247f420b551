package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages made at random whose links are known, and pages of rubbish, must both be read exactly. */
class LinkPlacesTest {
    private static final int PAGES = 300;

    private record Expected(String url, String written, int offset) {}

    /** Writes a page piece by piece and notes each link as it goes: the model to read against. */
    private static final class Page {
        private static final String[] ADDRESSES = {
            "a.html",
            "/deep/er/page.html",
            "../up",
            "x?y=1&z=2",
            "é/ü.html",
            "日本.html",
            "b%20c.html",
            "s;p=1",
            "?q",
            "."
        };
        private static final String[] FILLING = {
            "text &amp; more ", "<p>", "<b class='x'>é</b>", "\r\n", "<!-- <a href=no.html> -->", "日本 ", "<br>", "</p>"
        };

        private final RandomGenerator random;
        private final StringBuilder html = new StringBuilder("<!doctype html>");
        private final List<Expected> expected = new ArrayList<>();

        Page(RandomGenerator random) {
            this.random = random;
        }

        Page write() {
            for (int pieces = random.nextInt(1, 40); pieces > 0; pieces--) {
                html.append(pick(FILLING));
                if (random.nextBoolean()) {
                    link();
                }
            }
            return this;
        }

        private void link() {
            html.append(pick("<a", "<A", "<a class=c", "<img alt='>'"));
            boolean image = html.substring(html.lastIndexOf("<")).startsWith("<img");
            html.append(pick(" ", "\n", "\r\n\t")).append(image ? "src" : pick("href", "HREF"));
            html.append(pick("=", " =", "= ", "\n=\n"));
            String quote = pick("\"", "'", "");
            html.append(quote);
            if (!quote.isEmpty()) {
                html.append(pick("", " ", "\r\n"));
            }
            String url = pick(ADDRESSES);
            String written = written(url);
            expected.add(new Expected(url, written, bytes(html).length));
            html.append(written).append(quote).append(quote.isEmpty() ? " >" : pick(">", " >", " id=i>"));
            html.append(image ? "" : "here</a>");
        }

        private String written(String url) {
            String references = url.replace("&", pick("&", "&amp;", "&#38;", "&#x26;"));
            return random.nextInt(4) == 0 ? references.replace("/", "&#47;") : references;
        }

        private String pick(String... choices) {
            return choices[random.nextInt(choices.length)];
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, PAGES);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyLinkOfAMadePageIsFoundWhereItWasWritten(long seed) {
        Page page = new Page(random(seed)).write();
        byte[] bytes = bytes(page.html);
        List<Expected> found = PageLinks.of(bytes, "text/html; charset=utf-8").links().stream()
                .map(link -> new Expected(
                        link.url(),
                        new String(bytes, link.offset(), link.length(), StandardCharsets.UTF_8),
                        link.offset()))
                .toList();
        assertEquals(page.expected, found, () -> page.html.toString());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rubbishIsReadWithoutFailingAndLinksNeverOverlapOrLeaveThePage(long seed) {
        RandomGenerator random = random(seed);
        String[] pieces = {
            "<a href=",
            "\"",
            "'",
            ">",
            "<",
            "&",
            "&amp",
            "&#",
            "x.html",
            " ",
            "<img srcset=",
            ",",
            "1x",
            "<style>",
            "url(",
            ")",
            "</style>",
            "<meta http-equiv=refresh content=",
            "0;url=",
            "<!--",
            "-->",
            "<table>",
            "<b>",
            "</a>",
            "\0",
            "é",
            "\\",
            "/*",
            "@import",
            "<p style=",
            "</",
            "=",
            "<svg>",
            "<script>",
            "\r\n",
            "<base href="
        };
        StringBuilder html = new StringBuilder();
        for (int i = random.nextInt(120); i > 0; i--) {
            html.append(pieces[random.nextInt(pieces.length)]);
        }
        byte[] bytes = bytes(html);
        int end = 0;
        for (Link link : PageLinks.of(bytes, "text/html; charset=utf-8").links()) {
            assertTrue(link.offset() >= end, () -> "overlap at " + link + " in " + html);
            assertTrue(link.length() > 0 && !link.url().isEmpty(), link::toString);
            end = link.offset() + link.length();
        }
        assertTrue(end <= bytes.length);
    }

    private static byte[] bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
