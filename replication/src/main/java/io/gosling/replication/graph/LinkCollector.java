package io.gosling.replication.graph;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/** Collects the links of one page, ordered by their place. Used by one thread, for one page. */
final class LinkCollector {
    /**
     * The text before the address in the content of a {@code <meta http-equiv=refresh>}, as the HTML standard parses
     * one: a delay and a separator; {@code url=}, without whose equals sign the word is part of the address; a quote.
     */
    private static final Pattern REFRESH =
            Pattern.compile("[ \t\n\f\r]*[\\p{Nd}.]+(?=[ \t\n\f\r;,])[ \t\n\f\r]*[;,]?[ \t\n\f\r]*"
                    + "((?i:url)[ \t\n\f\r]*=[ \t\n\f\r]*)?([\"'])?");

    private final String source;
    private final Charset charset;
    /** By offset, since the tree builder repeats adopted elements. */
    private final TreeMap<Integer, Link> byOffset = new TreeMap<>();

    private final Map<LinkUse, LinkUse> uses = new HashMap<>();

    private boolean withoutPlace;

    LinkCollector(String source, Charset charset) {
        this.source = source;
        this.charset = charset;
    }

    void address(TextRange value, LinkKind kind, LinkUse use) {
        add(value.trimmed(source), kind, use);
    }

    void srcset(TextRange value, LinkUse use) {
        SourceMappedText text = SourceMappedText.attribute(source, value);
        SrcsetParser.addresses(text.text()).forEach(found -> add(text.inSource(found), LinkKind.ASSET, use));
    }

    void refresh(TextRange value, LinkUse use) {
        SourceMappedText text = SourceMappedText.attribute(source, value);
        String content = text.text();
        Matcher before = REFRESH.matcher(content);
        if (before.lookingAt()) {
            String quote = before.group(2);
            int close = quote == null ? -1 : content.indexOf(quote, before.end());
            TextRange address = new TextRange(before.end(), close < 0 ? content.length() : close).trimmed(content);
            add(text.inSource(address), LinkKind.PAGE, use);
        }
    }

    /** Collects CSS; {@code references} is true if character references count in it. */
    void style(TextRange value, boolean references) {
        SourceMappedText text =
                references ? SourceMappedText.attribute(source, value) : SourceMappedText.verbatim(source, value);
        if (hidesBackslash(text.text())) {
            withoutPlace = true;
            return;
        }
        for (CssLinkScanner.Address found : CssLinkScanner.addresses(text.text())) {
            add(
                    text.inSource(found.where()),
                    LinkKind.ASSET,
                    new LinkUse(found.destination(), references, found.cautions()),
                    CssEscapeDecoder::resolved);
        }
    }

    /** Collects CSS without a known place in the page. */
    void withoutPlace(String css) {
        withoutPlace |= !CssLinkScanner.addresses(css).isEmpty();
    }

    /** True if addresses may be missing from the links. */
    boolean hasWithoutPlace() {
        return withoutPlace;
    }

    /** True if a backslash may be half of a character. */
    private boolean hidesBackslash(String css) {
        int at = css.indexOf('\\', 1);
        if (at < 0 || !PageCharsetDetector.mayHideAscii(charset)) {
            return false;
        }
        while (at >= 0) {
            if (css.charAt(at - 1) >= 0x80) {
                return true;
            }
            at = css.indexOf('\\', at + 1);
        }
        return false;
    }

    List<Link> inOrder() {
        return List.copyOf(byOffset.values());
    }

    private void add(TextRange where, LinkKind kind, LinkUse use) {
        add(where, kind, use, UnaryOperator.identity());
    }

    /** @param meaning decodes the text, its character references resolved */
    private void add(TextRange where, LinkKind kind, LinkUse use, UnaryOperator<String> meaning) {
        if (where.isEmpty() || byOffset.containsKey(where.start())) {
            return;
        }
        String written =
                new String(source.substring(where.start(), where.end()).getBytes(StandardCharsets.ISO_8859_1), charset);
        String text = use.references() ? Parser.unescapeEntities(written, true) : written;
        String url = withoutLineBreaks(meaning.apply(text));
        if (!url.isEmpty()) {
            byOffset.put(
                    where.start(),
                    new Link(
                            LegacyQueryEncoder.encode(url, charset),
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
