package io.gosling.bench.crawl;

import io.gosling.bench.crawl.ExpectedResponses.Due;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares a page or style sheet that a replica set has sent with its file: it must be identical byte for byte outside
 * the values of links, and each link must mean what the file's means.
 */
record SentPage(GroupAddresses group, ExpectedResponses files) {
    /** The base element that a copy gets if its page has none. */
    private static final Pattern BASE = Pattern.compile("<base href=\"([^\"]*)\"/>");

    /**
     * The difference; empty if there is none.
     *
     * @param path under which the site has the page
     * @param links of what was sent
     * @param due links of the file
     */
    Optional<String> difference(
            String path, byte[] sent, PageLinks links, byte[] file, PageLinks due, String mediaType) {
        if (Arrays.equals(sent, file)) {
            return Optional.empty();
        }
        if (!due.tracked()) {
            return Optional.of("its charset does not let links be chosen, and it is not the file");
        }
        Matcher inserted = BASE.matcher(new String(sent, StandardCharsets.ISO_8859_1));
        if (due.base().isEmpty() && inserted.find()) {
            byte[] bytes = without(sent, inserted.start(), inserted.end());
            Optional<String> base = Optional.of(inserted.group(1));
            return difference(path, bytes, PageLinks.of(bytes, mediaType), file, due, base);
        }
        return difference(path, sent, links, file, due, links.base());
    }

    private static byte[] without(byte[] bytes, int from, int to) {
        byte[] fewer = Arrays.copyOf(bytes, bytes.length - (to - from));
        System.arraycopy(bytes, to, fewer, from, bytes.length - to);
        return fewer;
    }

    private Optional<String> difference(
            String path, byte[] sent, PageLinks links, byte[] file, PageLinks due, Optional<String> base) {
        if (links.links().size() != due.links().size()) {
            return Optional.of(
                    links.links().size() + " links; the file has " + due.links().size());
        }
        int at = 0;
        int fileAt = 0;
        for (int i = 0; i < due.links().size(); i++) {
            Link one = links.links().get(i);
            Link other = due.links().get(i);
            if (!Arrays.equals(sent, at, one.offset(), file, fileAt, other.offset())) {
                return Optional.of("other bytes before link " + i + ", " + one.url());
            }
            if (!one.url().equals(other.url())
                    && !means(path, one.url(), base).equals(means(path, other.url(), due.base()))) {
                return Optional.of("link " + i + " is " + one.url() + "; the file has " + other.url());
            }
            at = one.offset() + one.length();
            fileAt = other.offset() + other.length();
        }
        return Arrays.equals(sent, at, sent.length, file, fileAt, file.length)
                ? Optional.empty()
                : Optional.of("other bytes after the last link");
    }

    /** The document that a link leads to, whichever of its addresses is written, with query and fragment. */
    private List<Object> means(String path, String url, Optional<String> base) {
        String address = group.plain(url);
        String fragment = address.replaceFirst("(?s)^[^#]*", "");
        LinkTarget target = LinkTarget.of(address, path, base.map(group::plain));
        if (target instanceof LinkTarget.Inside inside) {
            Due due = files.due(inside.path());
            return List.of(due instanceof Due.Bytes ? due : inside.path(), inside.query(), fragment);
        }
        return List.of(target, fragment);
    }

    /** Returns whether documents of this type have links that a replica set may rewrite. */
    static boolean canDiffer(String mediaType) {
        return PageLinks.canHaveLinks(mediaType);
    }
}
