package io.gosling.replication.graph;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The links of one page, in the order in which they are written, each with its place in the page's bytes: the input of
 * the document graph of DC-Apache (section 2.2) and of the link rewriter.
 *
 * <p>HTML, XHTML and CSS have links; every other media type has none. Two links never overlap. Immutable.
 *
 * @param tracked false when the charset does not let positions be known (UTF-16, ISO-2022; a style in Shift_JIS, GBK or
 *     Big5 with what may be a backslash); such a page is to be served as it is, and has no links here
 * @param shape other properties of the page that matter for rewriting it
 */
public record PageLinks(List<Link> links, Charset charset, boolean tracked, PageRewritability shape) {
    public PageLinks {
        links = List.copyOf(links);
    }

    /**
     * Reads a page.
     *
     * @param page the whole page as it is served; not kept
     * @param mediaType the value of its Content-Type; a charset parameter counts
     */
    public static PageLinks of(byte[] page, String mediaType) {
        Charset charset = PageCharsetDetector.of(page, mediaType);
        if (!PageCharsetDetector.keepsAscii(charset)) {
            return untracked(charset);
        }
        // One character a byte, so that positions agree.
        String source = new String(page, StandardCharsets.ISO_8859_1);
        LinkCollector found = new LinkCollector(source, charset);
        PageRewritability shape = PageRewritability.NONE;
        if (isHtml(mediaType)) {
            shape = HtmlLinkScanner.collect(source, PageCharsetDetector.metaEnd(page, mediaType), found);
        } else if (isStyle(mediaType)) {
            found.style(new TextRange(0, source.length()), false);
            if (found.hasWithoutPlace()) {
                return untracked(charset);
            }
        }
        return new PageLinks(found.inOrder(), charset, true, shape);
    }

    private static PageLinks untracked(Charset charset) {
        return new PageLinks(List.of(), charset, false, PageRewritability.NONE);
    }

    /** The first base address of the page, against which its relative links are read; empty when it has none. */
    public Optional<String> base() {
        return links.stream()
                .filter(link -> link.kind() == LinkKind.BASE)
                .findFirst()
                .map(Link::url);
    }

    /** Returns true if documents of this type can have links: HTML, XHTML, CSS. */
    public static boolean canHaveLinks(String mediaType) {
        return isHtml(mediaType) || isStyle(mediaType);
    }

    /** Returns true for pages, false for styles. */
    public static boolean isHtml(String mediaType) {
        String essence = essence(mediaType);
        return essence.equals("text/html") || essence.equals("application/xhtml+xml");
    }

    private static boolean isStyle(String mediaType) {
        return essence(mediaType).equals("text/css");
    }

    private static String essence(String mediaType) {
        int parameters = mediaType.indexOf(';');
        return (parameters < 0 ? mediaType : mediaType.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
