package io.gosling.replication.page;

import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.page.PreparedPage.PreparedLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assembles the bytes of a page that leaves its home, without parsing it: links that were chosen lead to copies, and
 * those that are not chosen lead home. Everything outside links is the file's, byte for byte. Bytes of another length
 * than the file had are of another version, whose links are elsewhere: these are handed on as they are. Used by one
 * thread, for one response. {@link LinkPlaces} does this for pages that their home sends itself.
 */
public final class PageAssembly {
    private final PreparedPage page;
    private final AddressChoice choice;
    private final List<Edit> edits = new ArrayList<>();

    /** Bytes of the page that give way to others; {@code length} is 0 where these are inserted. */
    private record Edit(int offset, int length, byte[] bytes) {
        int growth() {
            return bytes.length - length;
        }
    }

    private PageAssembly(PreparedPage page, AddressChoice choice) {
        this.page = page;
        this.choice = choice;
    }

    /**
     * The page as a co-op server sends it: relative links that are not chosen lead to its home.
     *
     * @param home the home server's origin, such as {@code http://a.example:8080}
     * @return a buffer of the caller's
     */
    public static ByteBuf away(
            PreparedPage page, ByteBuf bytes, AddressChoice choice, String home, ByteBufAllocator allocator) {
        if (bytes.readableBytes() != page.bytes()) {
            return bytes.retainedSlice();
        }
        return leading(page, choice, home).write(bytes, allocator);
    }

    private static PageAssembly leading(PreparedPage page, AddressChoice choice, String home) {
        PageAssembly assembly = new PageAssembly(page, choice);
        byte[] base = assembly.base(home);
        RelativeLinkMethod footing = RelativeLinkMethod.away(page, base.length);
        if (footing == RelativeLinkMethod.BASE_INSERTED) {
            assembly.edits.add(new Edit(page.page().shape().baseAt(), 0, base));
        }
        assembly.collect(footing, home);
        return assembly;
    }

    /**
     * The links that may be chosen, by their places in what {@link #away} makes of the page without any choice, in the
     * order of these.
     *
     * @param home the home server's origin
     */
    public static Map<CopiedLink, PreparedLink> moved(PreparedPage page, String home) {
        List<Edit> edits = leading(page, AddressChoice.none(), home).sorted();
        Map<CopiedLink, PreparedLink> moved = new LinkedHashMap<>();
        int next = 0;
        int shift = 0;
        for (PreparedLink link : page.choosable()) {
            int offset = link.link().offset();
            while (next < edits.size() && edits.get(next).offset < offset) {
                shift += edits.get(next).growth();
                next++;
            }
            boolean edited = next < edits.size() && edits.get(next).offset == offset;
            int length = link.link().length() + (edited ? edits.get(next).growth() : 0);
            moved.put(
                    new CopiedLink(
                            offset + shift, length, link.link().use().references(), link.document(), link.rest()),
                    link);
        }
        return moved;
    }

    private byte[] base(String home) {
        String address = new String(WrittenAddress.of(home + page.path(), true), StandardCharsets.US_ASCII);
        return ("<base href=\"" + address + "\"/>").getBytes(StandardCharsets.US_ASCII);
    }

    private void collect(RelativeLinkMethod footing, String home) {
        for (PreparedLink link : page.links()) {
            String address = link.mayBeChosen() ? choice.address(link) : null;
            if (address != null) {
                edits.add(edit(link, address + link.rest()));
            } else if (link.target() instanceof LinkTarget.Inside inside && isMadeAbsolute(link, footing)) {
                edits.add(edit(link, home + inside.requestTarget() + link.fragment()));
            }
        }
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
                WrittenAddress.of(address, link.link().use().references()));
    }

    private List<Edit> sorted() {
        edits.sort((one, other) -> Integer.compare(one.offset, other.offset));
        return edits;
    }

    private ByteBuf write(ByteBuf source, ByteBufAllocator allocator) {
        if (edits.isEmpty()) {
            return source.retainedSlice();
        }
        sorted();
        PageBuffer pieces = new PageBuffer(source, allocator.buffer(room(source.readableBytes())));
        try {
            for (Edit edit : edits) {
                pieces.upTo(edit.offset);
                pieces.put(edit.bytes);
                pieces.over(edit.offset + edit.length);
            }
            return pieces.whole();
        } catch (Throwable e) {
            pieces.giveUp();
            throw e;
        }
    }

    private int room(int length) {
        int room = 0;
        int at = 0;
        for (Edit edit : edits) {
            room += PageBuffer.copied(edit.offset - at) + edit.bytes.length;
            at = edit.offset + edit.length;
        }
        return room + PageBuffer.copied(length - at);
    }
}
