package io.gosling.bench.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of the last response of each address with its parsed links: clients share CPUs with the servers that they
 * measure, so a page that has not changed is not parsed again. For the many threads of one run.
 */
final class ExtractedLinkCache {
    private final Map<String, Seen> pages = new ConcurrentHashMap<>();

    @SuppressWarnings("ArrayRecordComponent") // compared by its bytes, below
    private record Seen(byte[] body, ExtractedLinks links) {}

    ExtractedLinks of(byte[] body, String url) {
        Seen last = pages.get(url);
        if (last != null && Arrays.equals(last.body(), body)) {
            return last.links();
        }
        ExtractedLinks links = ExtractedLinks.of(new String(body, StandardCharsets.ISO_8859_1), url);
        pages.put(url, new Seen(body, links));
        return links;
    }
}
