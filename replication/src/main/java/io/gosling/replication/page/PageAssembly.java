package io.gosling.replication.page;

import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.page.PreparedPage.PreparedLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of a page with the addresses that were chosen, without parsing it: what lies between two chosen links is
 * copied, or shared where it is long. Everything outside those links is the file's, byte for byte. Bytes of another
 * length than the file had are of another version, whose links are elsewhere: these are handed on as they are. Used by
 * one thread, for one response.
 */
public final class PageAssembly {
    /** A stretch of at least this many bytes is shared with the page's buffer: below, a copy costs less than a part. */
    private static final int SHARED = 8 << 10;

    private final PreparedPage page;
    private final AddressChoice choice;
    private final List<Edit> edits = new ArrayList<>();

    /** Bytes of the page that give way to others; {@code length} is 0 where these are inserted. */
    private static final class Edit {
        private final int offset;
        private final int length;
        private final byte[] bytes;

        Edit(int offset, int length, byte[] bytes) {
            this.offset = offset;
            this.length = length;
            this.bytes = bytes;
        }

        int growth() {
            return bytes.length - length;
        }
    }

    private PageAssembly(PreparedPage page, AddressChoice choice) {
        this.page = page;
        this.choice = choice;
    }

    /**
     * The page as its home sends it.
     *
     * @param bytes of the file the page was prepared from; not consumed, its reference stays the caller's
     * @return a buffer of the caller's
     */
    public static ByteBuf atHome(PreparedPage page, ByteBuf bytes, AddressChoice choice, ByteBufAllocator allocator) {
        if (bytes.readableBytes() != page.bytes()) {
            return bytes.retainedSlice();
        }
        PageAssembly assembly = new PageAssembly(page, choice);
        assembly.collect(Footing.HOME, "");
        return assembly.write(bytes, allocator);
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
        Footing footing = Footing.away(page, base.length);
        if (footing == Footing.BASE_INSERTED) {
            assembly.edits.add(new Edit(page.page().shape().baseAt(), 0, base));
        }
        assembly.collect(footing, home);
        return assembly;
    }

    /**
     * The links that may be chosen, by their places in what {@link #away} makes of the page without any choice, in the order
     * of these.
     *
     * @param home the home server's origin
     */
    public static Map<MovedLink, PreparedLink> moved(PreparedPage page, String home) {
        List<Edit> edits = leading(page, AddressChoice.none(), home).sorted();
        List<PreparedLink> links = page.links().stream()
                .filter(PreparedLink::mayBeChosen)
                .sorted(Comparator.comparingInt(link -> link.link().offset()))
                .toList();
        Map<MovedLink, PreparedLink> moved = new LinkedHashMap<>();
        int next = 0;
        int shift = 0;
        for (PreparedLink link : links) {
            int offset = link.link().offset();
            while (next < edits.size() && edits.get(next).offset < offset) {
                shift += edits.get(next).growth();
                next++;
            }
            boolean edited = next < edits.size() && edits.get(next).offset == offset;
            int length = link.link().length() + (edited ? edits.get(next).growth() : 0);
            moved.put(
                    new MovedLink(offset + shift, length, link.link().use().references(), link.document(), rest(link)),
                    link);
        }
        return moved;
    }

    /**
     * A page that was sent away without any choice, with what is chosen where it is now.
     *
     * @param bytes that were sent; not consumed, its reference stays the caller's
     * @param links in the order of their places
     * @return a buffer of the caller's
     * @throws IndexOutOfBoundsException when a link lies outside of the bytes, or in another one
     */
    public static ByteBuf chosen(ByteBuf bytes, List<MovedLink> links, MovedChoice choice, ByteBufAllocator allocator) {
        List<Edit> edits = new ArrayList<>();
        for (MovedLink link : links) {
            String address = choice.address(link);
            if (address != null) {
                edits.add(new Edit(
                        link.offset(), link.length(), WrittenAddress.of(address + link.rest(), link.references())));
            }
        }
        return write(edits, bytes, allocator);
    }

    private byte[] base(String home) {
        String address = new String(WrittenAddress.of(home + page.path(), true), StandardCharsets.US_ASCII);
        return ("<base href=\"" + address + "\"/>").getBytes(StandardCharsets.US_ASCII);
    }

    private void collect(Footing footing, String home) {
        for (PreparedLink link : page.links()) {
            String address = link.mayBeChosen() ? choice.address(link) : null;
            if (address != null) {
                edits.add(edit(link, address + rest(link)));
            } else if (link.target() instanceof LinkTarget.Inside inside && isMadeAbsolute(link, footing)) {
                edits.add(edit(link, home + inside.requestTarget() + fragment(link)));
            }
        }
    }

    private static boolean isMadeAbsolute(PreparedLink link, Footing footing) {
        return switch (footing) {
            case HOME, BASE_INSERTED -> false;
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

    private static String rest(PreparedLink link) {
        String query = link.target() instanceof LinkTarget.Inside inside ? inside.query() : "";
        return (query.isEmpty() ? "" : "?" + query) + fragment(link);
    }

    private static String fragment(PreparedLink link) {
        int hash = link.link().url().indexOf('#');
        return hash < 0 ? "" : link.link().url().substring(hash);
    }

    private List<Edit> sorted() {
        edits.sort((one, other) -> Integer.compare(one.offset, other.offset));
        return edits;
    }

    private ByteBuf write(ByteBuf source, ByteBufAllocator allocator) {
        return write(sorted(), source, allocator);
    }

    private static ByteBuf write(List<Edit> edits, ByteBuf source, ByteBufAllocator allocator) {
        return edits.isEmpty() ? source.retainedSlice() : new Pieces(edits, source, allocator).write();
    }

    /** Lays edits and what is between them into one buffer of their own, and refers to the page for what is long. */
    private static final class Pieces {
        private final List<Edit> edits;
        private final ByteBuf source;
        private final ByteBufAllocator allocator;
        private final List<ByteBuf> shared = new ArrayList<>();
        /** For each shared stretch how many bytes of the own buffer come before it. */
        private final List<Integer> before = new ArrayList<>();

        /** @param edits in their order */
        Pieces(List<Edit> edits, ByteBuf source, ByteBufAllocator allocator) {
            this.edits = edits;
            this.source = source;
            this.allocator = allocator;
        }

        ByteBuf write() {
            ByteBuf own = allocator.buffer(copied());
            boolean done = false;
            try {
                lay(own);
                ByteBuf whole = shared.isEmpty() ? own : composed(own);
                done = true;
                return whole;
            } finally {
                if (!done) {
                    own.release();
                    for (ByteBuf piece : shared) {
                        piece.release();
                    }
                }
            }
        }

        private void lay(ByteBuf own) {
            int at = 0;
            for (Edit edit : edits) {
                stretch(own, at, edit.offset);
                own.writeBytes(edit.bytes);
                at = edit.offset + edit.length;
            }
            stretch(own, at, source.readableBytes());
        }

        private int copied() {
            int copied = 0;
            int at = 0;
            for (Edit edit : edits) {
                int stretch = edit.offset - at;
                copied += edit.bytes.length + (stretch >= SHARED ? 0 : stretch);
                at = edit.offset + edit.length;
            }
            int last = source.readableBytes() - at;
            return copied + (last >= SHARED ? 0 : last);
        }

        private void stretch(ByteBuf own, int from, int to) {
            if (to - from >= SHARED) {
                before.add(own.writerIndex());
                shared.add(source.retainedSlice(source.readerIndex() + from, to - from));
            } else {
                own.writeBytes(source, source.readerIndex() + from, to - from);
            }
        }

        private ByteBuf composed(ByteBuf own) {
            CompositeByteBuf whole = allocator.compositeBuffer(2 * shared.size() + 1);
            boolean done = false;
            try {
                int from = 0;
                for (int i = 0; i < shared.size(); i++) {
                    from = add(whole, own, from, before.get(i));
                    // From here on the stretch is the whole's.
                    whole.addComponent(true, shared.set(i, Unpooled.EMPTY_BUFFER));
                }
                add(whole, own, from, own.writerIndex());
                done = true;
            } finally {
                if (!done) {
                    whole.release();
                }
            }
            own.release();
            return whole;
        }

        private static int add(CompositeByteBuf whole, ByteBuf own, int from, int to) {
            if (to > from) {
                whole.addComponent(true, own.retainedSlice(from, to - from));
            }
            return to;
        }
    }
}
