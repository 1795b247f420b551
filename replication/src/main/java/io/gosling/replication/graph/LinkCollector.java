package io.gosling.replication.graph;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.parser.Parser;

/** Gathers the links of one page by where they are written. Used by one thread, for one page. */
final class LinkCollector {
    private final String source;
    private final Charset charset;
    /** By offset: the tree builder repeats elements that it adopts, and both copies point at the same bytes. */
    private final TreeMap<Integer, Link> byOffset = new TreeMap<>();

    /** One of each: a page has thousands of links and a handful of uses. */
    private final Map<LinkUse, LinkUse> uses = new HashMap<>();

    LinkCollector(String source, Charset charset) {
        this.source = source;
        this.charset = charset;
    }

    /** An attribute whose whole value is one address. */
    void address(Span value, LinkKind kind, LinkUse use) {
        add(value.trimmed(source), kind, use);
    }

    /** An attribute with image candidates. */
    void srcset(Span value, LinkUse use) {
        SourceText text = SourceText.attribute(source, value);
        Srcset.addresses(text.text()).forEach(found -> add(text.inSource(found), LinkKind.ASSET, use));
    }

    /** The content of a refresh. */
    void refresh(Span value, LinkUse use) {
        SourceText text = SourceText.attribute(source, value);
        MetaRefresh.address(text.text()).ifPresent(found -> add(text.inSource(found), LinkKind.PAGE, use));
    }

    /** CSS, in an attribute (where character references count) or by itself. */
    void style(Span value, boolean attribute) {
        SourceText text = attribute ? SourceText.attribute(source, value) : SourceText.verbatim(source, value);
        for (StyleSheet.Address found : StyleSheet.addresses(text.text())) {
            add(
                    text.inSource(found.where()),
                    LinkKind.ASSET,
                    new LinkUse(found.destination(), attribute, found.cautions()));
        }
    }

    List<Link> inOrder() {
        return List.copyOf(byOffset.values());
    }

    private void add(Span where, LinkKind kind, LinkUse use) {
        if (where.isEmpty() || byOffset.containsKey(where.start())) {
            return;
        }
        String written =
                new String(source.substring(where.start(), where.end()).getBytes(StandardCharsets.ISO_8859_1), charset);
        String url = withoutLineBreaks(use.references() ? Parser.unescapeEntities(written, true) : written);
        if (!url.isEmpty()) {
            byOffset.put(
                    where.start(),
                    new Link(
                            LegacyQuery.encode(url, charset),
                            kind,
                            uses.computeIfAbsent(use, same -> same),
                            where.start(),
                            where.end() - where.start()));
        }
    }

    /** Browsers drop tabs and line breaks inside an address (WHATWG URL, section 4.4). */
    private static String withoutLineBreaks(String url) {
        return url.replace("\t", "").replace("\n", "").replace("\r", "").strip();
    }
}
