package io.gosling.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtractedLinkCacheTest {
    private static final String PAGE = "http://127.0.0.1:8080/a/b.html";

    private final ExtractedLinkCache pages = new ExtractedLinkCache();

    private ExtractedLinks of(String text) {
        return pages.of(text.getBytes(StandardCharsets.ISO_8859_1), PAGE);
    }

    @Test
    void aPageIsReadAgainWhenItHasOtherBytes() {
        ExtractedLinks first = of("<img src=c.png>");
        assertSame(first, of("<img src=c.png>"));
        assertEquals(
                List.of("http://127.0.0.1:8080/a/d.png"), of("<img src=d.png>").shown());
    }
}
