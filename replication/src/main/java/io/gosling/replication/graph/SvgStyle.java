package io.gosling.replication.graph;

import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Range;
import org.jsoup.nodes.TextNode;

/**
 * A {@code <style>} in SVG. Unlike that of HTML its content is text like any other: with character references, comments
 * and CDATA sections.
 */
final class SvgStyle {
    private static final String CDATA = "<![CDATA[";

    private SvgStyle() {}

    /** Hands on a style that is one text, whose every character has a place; others are unknown. */
    static void collect(Element style, String source, LinkCollector into) {
        List<TextNode> texts =
                style.textNodes().stream().filter(text -> !text.isBlank()).toList();
        if (texts.size() != 1 || !place(texts.getFirst(), source, into)) {
            into.withoutPlace(texts.stream().map(TextNode::getWholeText).collect(Collectors.joining()));
        }
    }

    private static boolean place(TextNode text, String source, LinkCollector into) {
        Range range = text.sourceRange();
        if (!range.isTracked()) {
            return false;
        }
        String css = text.getWholeText();
        boolean references = !(text instanceof CDataNode);
        TextSpan where =
                references ? new TextSpan(range.startPos(), range.endPos()) : inSection(range.startPos(), css, source);
        boolean there = references
                ? SourceText.attribute(source, where).text().equals(css)
                : source.startsWith(css, where.start());
        if (there) {
            into.style(where, references);
        }
        return there;
    }

    private static TextSpan inSection(int at, String css, String source) {
        int start = source.startsWith(CDATA, at) ? at + CDATA.length() : at;
        return new TextSpan(start, start + css.length());
    }
}
