package io.gosling.replication.page;

import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageRewritability;
import io.gosling.replication.page.PageLinkAnalysis.PreparedLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the bytes of a page that leaves its home, without parsing it: links that were chosen lead to copies, and
 * those that are not chosen lead home. Everything outside links is the file's, byte for byte. Bytes of another length
 * than the file had are of another version, whose links are elsewhere: these are handed on as they are. Pure.
 * {@link PageLinkTemplate} does this for pages that their home sends itself.
 */
public final class CopiedPageRewriter {
    private CopiedPageRewriter() {}

    /**
     * The way in which the relative links of a page keep leading to its home when another server sends it (DC-Apache,
     * section 3.1.3).
     */
    private enum RelativeLinkMethod {
        /** A {@code <base>} is inserted. */
        BASE_INSERTED,
        /** The page's own {@code <base>} is made absolute. */
        BASE_ABSOLUTE,
        /** Each is made absolute, since a {@code <base>} would break the page. */
        LINKS_ABSOLUTE;

        /** Browsers look for a charset in so many bytes (HTML standard, section 4.2.5.4). */
        private static final int CHARSET_WITHIN = 1024;

        /** Chooses the footing of a page that a co-op sends; scripts and links within it exclude a {@code <base>}. */
        static RelativeLinkMethod away(PageLinkAnalysis page, int inserted) {
            Optional<PreparedLink> base = page.links().stream()
                    .filter(link -> link.link().kind() == LinkKind.BASE)
                    .findFirst();
            if (base.isPresent() && !(base.get().target() instanceof LinkTarget.SamePage)) {
                return BASE_ABSOLUTE;
            }
            PageRewritability shape = page.page().shape();
            boolean fragments = page.links().stream().map(PreparedLink::link).anyMatch(RelativeLinkMethod::isFragment);
            boolean charsetMoves = shape.charsetEnd() > 0 && shape.charsetEnd() + inserted > CHARSET_WITHIN;
            boolean breaks = shape.baseAt() < 0
                    || shape.scripts()
                    || shape.meansItsServer()
                    || fragments
                    || charsetMoves
                    || base.isPresent();
            return breaks ? LINKS_ABSOLUTE : BASE_INSERTED;
        }

        private static boolean isFragment(Link link) {
            return link.url().startsWith("#");
        }
    }

    /** Bytes of the page that give way to others; {@code length} is 0 where these are inserted. */
    private record Edit(int offset, int length, byte[] bytes) {}

    /**
     * The page as a co-op server sends it: relative links that are not chosen lead to its home.
     *
     * @param choice gives the absolute address of the copy that a link leads to, without query and fragment, which
     *     stay those of the link; null to leave the link as the page has it. Asked only about links that may be chosen,
     *     in their order
     * @param home the home server's origin, such as {@code http://a.example:8080}
     * @return a buffer of the caller's
     */
    public static ByteBuf away(
            PageLinkAnalysis page,
            ByteBuf bytes,
            Function<PreparedLink, @Nullable String> choice,
            String home,
            ByteBufAllocator allocator) {
        List<Edit> edits = bytes.readableBytes() == page.bytes() ? edits(page, choice, home) : List.of();
        if (edits.isEmpty()) {
            return bytes.retainedSlice();
        }
        byte[][] ends = new byte[edits.size()][];
        Arrays.fill(ends, PageLinkTemplate.AS_IT_IS);
        PageBufferAssembler.Stretches stretches = new PageBufferAssembler.Stretches(
                edits.stream().mapToInt(Edit::offset).toArray(),
                edits.stream().mapToInt(Edit::length).toArray(),
                ends);
        byte[][] written = edits.stream().map(Edit::bytes).toArray(byte[][]::new);
        return stretches.write(bytes, written, allocator.buffer(stretches.room(written, bytes.readableBytes())));
    }

    /** The edits of the page, in the order of their places. */
    private static List<Edit> edits(
            PageLinkAnalysis page, Function<PreparedLink, @Nullable String> choice, String home) {
        List<Edit> edits = new ArrayList<>();
        byte[] base = base(home + page.path());
        RelativeLinkMethod footing = RelativeLinkMethod.away(page, base.length);
        if (footing == RelativeLinkMethod.BASE_INSERTED) {
            edits.add(new Edit(page.page().shape().baseAt(), 0, base));
        }
        for (PreparedLink link : page.links()) {
            String address = link.mayBeChosen() ? choice.apply(link) : null;
            if (address != null) {
                edits.add(edit(link, address + link.rest()));
            } else if (link.target() instanceof LinkTarget.Inside inside && isMadeAbsolute(link, footing)) {
                edits.add(edit(link, home + inside.requestTarget() + link.fragment()));
            }
        }
        edits.sort(Comparator.comparingInt(Edit::offset));
        return edits;
    }

    private static byte[] base(String page) {
        String address = new String(PageUrlEscaper.of(page, true), StandardCharsets.US_ASCII);
        return ("<base href=\"" + address + "\"/>").getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean isMadeAbsolute(PreparedLink link, RelativeLinkMethod footing) {
        return switch (footing) {
            case BASE_INSERTED -> false;
            case BASE_ABSOLUTE -> link.link().kind() == LinkKind.BASE;
            case LINKS_ABSOLUTE -> true;
        };
    }

    private static Edit edit(PreparedLink link, String address) {
        return new Edit(
                link.link().offset(),
                link.link().length(),
                PageUrlEscaper.of(address, link.link().use().references()));
    }
}
