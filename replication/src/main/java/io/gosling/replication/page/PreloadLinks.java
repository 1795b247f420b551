package io.gosling.replication.page;

import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.LinkUse;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.page.PageLinkAnalysis.PreparedLink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The preload links in a page's Link header (HTML standard, section 4.6.7.19, "preload"; RFC 8288): the page's own
 * styles and scripts, for which browsers wait before they show it, in the order of the page, at the addresses that this
 * response has for them. Images are left to the browser, which knows the size of its window; so are files fetched with
 * CORS or by a digest, which the header would have to repeat. Made once a page. Immutable.
 */
public record PreloadLinks(List<Named> named) {
    /** Bytes of all addresses in one header: some servers accept 8 KiB for all headers together. */
    private static final int MOST_BYTES = 4096;

    /** Bytes around an address, including those before it if another server was chosen. */
    private static final int AROUND = 128;

    private static final PreloadLinks NONE = new PreloadLinks(List.of());

    /** A preload link: place, address here, its end elsewhere, and destination. */
    record Named(int place, String own, String end, String as) {}

    public static PreloadLinks none() {
        return NONE;
    }

    public static PreloadLinks of(PageLinkAnalysis page, int most) {
        List<PreparedLink> places = page.choosable();
        List<Named> named = new ArrayList<>();
        Set<String> met = new HashSet<>();
        int room = MOST_BYTES;
        for (int place = 0; place < places.size() && named.size() < most; place++) {
            PreparedLink link = places.get(place);
            if (isWaitedFor(link.link().kind(), link.link().use())
                    && link.target() instanceof LinkTarget.Inside inside
                    && met.add(inside.requestTarget())) {
                Named one = named(place, link, inside);
                room -= Math.max(one.own().length(), one.end().length()) + AROUND;
                if (room < 0) {
                    break;
                }
                named.add(one);
            }
        }
        return named.isEmpty() ? NONE : new PreloadLinks(List.copyOf(named));
    }

    private static boolean isWaitedFor(LinkKind kind, LinkUse use) {
        boolean waits = use.destination() == RequestDestination.STYLE || use.destination() == RequestDestination.SCRIPT;
        return waits && kind == LinkKind.ASSET && use.cautions().isEmpty();
    }

    private static Named named(int place, PreparedLink link, LinkTarget.Inside inside) {
        String query = inside.query().isEmpty() ? "" : "?" + inside.query();
        String as = link.link().use().destination() == RequestDestination.STYLE ? "style" : "script";
        return new Named(place, written(ofThisServer(inside.requestTarget())), written(link.document() + query), as);
    }

    /** A target that begins with two slashes would be read as another server's name (RFC 3986, section 4.2). */
    private static String ofThisServer(String target) {
        return target.startsWith("//") ? "/." + target : target;
    }

    private static String written(String address) {
        return ascii(PageUrlEscaper.of(address, false));
    }

    private static String ascii(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** The value of Link for the page as its file has it; empty when there is nothing to say. */
    public String field() {
        return named.stream().map(one -> entry(one.own(), one.as())).collect(Collectors.joining(", "));
    }

    /**
     * The same for one response with chosen links.
     *
     * @param before as for {@link PageLinkTemplate#write}
     */
    public String field(byte[][] before) {
        return named.stream()
                .map(one -> entry(
                        before[one.place()].length == 0 ? one.own() : ascii(before[one.place()]) + one.end(), one.as()))
                .collect(Collectors.joining(", "));
    }

    private static String entry(String address, String as) {
        return "<" + address + ">; rel=preload; as=" + as;
    }
}
