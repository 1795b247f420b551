package io.gosling.replication.graph;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.jsoup.parser.Parser;

/** Gathers the links of one page by where they are written. Used by one thread, for one page. */
final class LinkCollector {
    private final String source;
    private final Charset charset;
    /** By offset: the tree builder repeats elements that it adopts, and both copies point at the same bytes. */
    private final TreeMap<Integer, Link> byOffset = new TreeMap<>();

    LinkCollector(String source, Charset charset) {
        this.source = source;
        this.charset = charset;
    }

    /** An attribute whose whole value is one address. */
    void address(Span value, LinkKind kind) {
        add(value.trimmed(source), kind, true);
    }

    /** An attribute with image candidates. */
    void srcset(Span value) {
        SourceText text = SourceText.attribute(source, value);
        Srcset.addresses(text.text()).forEach(found -> add(text.inSource(found), LinkKind.ASSET, true));
    }

    /** The content of a refresh. */
    void refresh(Span value) {
        SourceText text = SourceText.attribute(source, value);
        MetaRefresh.address(text.text()).ifPresent(found -> add(text.inSource(found), LinkKind.PAGE, true));
    }

    /** CSS, in an attribute (where character references count) or by itself. */
    void style(Span value, boolean attribute) {
        SourceText text = attribute ? SourceText.attribute(source, value) : SourceText.verbatim(source, value);
        StyleSheet.addresses(text.text()).forEach(found -> add(text.inSource(found), LinkKind.ASSET, attribute));
    }

    List<Link> inOrder() {
        return List.copyOf(byOffset.values());
    }

    private void add(Span where, LinkKind kind, boolean references) {
        if (where.isEmpty() || byOffset.containsKey(where.start())) {
            return;
        }
        String written =
                new String(source.substring(where.start(), where.end()).getBytes(StandardCharsets.ISO_8859_1), charset);
        String url = withoutLineBreaks(references ? Parser.unescapeEntities(written, true) : written);
        if (!url.isEmpty()) {
            byOffset.put(where.start(), new Link(url, kind, where.start(), where.end() - where.start()));
        }
    }

    /** Browsers drop tabs and line breaks inside an address (WHATWG URL, section 4.4). */
    private static String withoutLineBreaks(String url) {
        return url.replace("\t", "").replace("\n", "").replace("\r", "").strip();
    }
}
