package io.gosling.replication.graph;

import java.util.function.Consumer;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Range;
import org.jsoup.parser.Parser;

/** Walks a parsed page and hands each place that may hold an address to the collector. */
final class HtmlPage {
    private HtmlPage() {}

    static void collect(String source, LinkCollector into) {
        Document page = Parser.htmlParser().setTrackPosition(true).parseInput(source, "");
        page.getAllElements().forEach(element -> collect(element, into));
    }

    private static void collect(Element element, LinkCollector into) {
        for (Attribute attribute : element.attributes()) {
            // An empty value has no place of its own: its range is where its name ends.
            if (!attribute.getValue().isEmpty()) {
                collect(element, attribute, into);
            }
        }
        if (element.normalName().equals("style")) {
            for (DataNode content : element.dataNodes()) {
                span(content.sourceRange(), where -> into.style(where, false));
            }
        }
    }

    private static void collect(Element element, Attribute attribute, LinkCollector into) {
        String name = attribute.getKey();
        span(attribute.sourceRange().valueRange(), value -> {
            if (name.equalsIgnoreCase("style")) {
                into.style(value, true);
            } else if (LinkAttributes.isSrcset(element, name)) {
                into.srcset(value);
            } else if (LinkAttributes.isRefresh(element, name)) {
                into.refresh(value);
            } else {
                LinkAttributes.kind(element, name).ifPresent(kind -> into.address(value, kind));
            }
        });
    }

    private static void span(Range range, Consumer<Span> use) {
        if (range.isTracked()) {
            use.accept(new Span(range.startPos(), range.endPos()));
        }
    }
}
