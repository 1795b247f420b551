package io.gosling.replication.page;

import io.gosling.replication.page.PageLinkAnalysis.PreparedLink;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The links of a page that may be chosen, by their places, prepared for writing: the end of each address is encoded
 * once, so that a response is assembled by copying the bytes before a link, the chosen server's part of the address,
 * and that end. Everything outside the chosen links is the page's, byte for byte. Immutable.
 */
public final class PageLinkTemplate {
    /** The marker for a link that stays as written in the page. */
    public static final byte[] AS_IT_IS = {};

    private final long bytes;
    private final List<String> paths;
    private final PageBufferAssembler.Stretches stretches;
    private final int[] documents;

    private PageLinkTemplate(long bytes, List<PreparedLink> links) {
        int size = links.size();
        this.bytes = bytes;
        this.documents = new int[size];
        this.stretches = new PageBufferAssembler.Stretches(
                links.stream().mapToInt(link -> link.link().offset()).toArray(),
                links.stream().mapToInt(link -> link.link().length()).toArray(),
                new byte[size][]);
        List<String> found = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        // Pages name the same thing again and again.
        Map<String, byte[]> known = new HashMap<>();
        for (int i = 0; i < size; i++) {
            PreparedLink link = links.get(i);
            boolean references = link.link().use().references();
            String end = link.document() + link.rest();
            documents[i] = numbers.computeIfAbsent(link.document(), path -> {
                found.add(path);
                return found.size() - 1;
            });
            stretches.ends()[i] =
                    known.computeIfAbsent((references ? "&" : " ") + end, none -> PageUrlEscaper.of(end, references));
        }
        this.paths = List.copyOf(found);
    }

    public static PageLinkTemplate of(PageLinkAnalysis page) {
        return new PageLinkTemplate(page.bytes(), page.choosable());
    }

    /**
     * The encoded prefix of a path.
     *
     * @param address the beginning of a copy's address, such as {@code http://b.example/~migrate/17/a.example}
     */
    public static byte[] written(String address) {
        return PageUrlEscaper.of(address, false);
    }

    public int size() {
        return documents.length;
    }

    /** The canonical paths of what they lead to, each once. */
    public List<String> documents() {
        return paths;
    }

    /** The index in {@link #documents} of the document that a link leads to. */
    public int document(int place) {
        return documents[place];
    }

    /** The offset of a link's address in the page's bytes. */
    public int offset(int place) {
        return stretches.offsets()[place];
    }

    /**
     * The size of the buffer that {@link #write} needs.
     *
     * @param before text before each link's document path, or {@link #AS_IT_IS}
     */
    public int room(byte[][] before) {
        return stretches.room(before, (int) bytes);
    }

    /**
     * The page with the chosen links. Bytes of another length than the page had are of another version, whose links are
     * elsewhere: these are handed on as they are.
     *
     * @param source the page's bytes; not consumed, their reference stays the caller's
     * @param before as for {@link #room}
     * @param own empty, with so much room; its reference passes over
     * @return a buffer of the caller's; what is long in it is shared with the source
     * @throws IndexOutOfBoundsException when a link lies outside of the bytes, or in another one
     */
    public ByteBuf write(ByteBuf source, byte[][] before, ByteBuf own) {
        if (source.readableBytes() != bytes) {
            own.release();
            return source.retainedSlice();
        }
        return stretches.write(source, before, own);
    }
}
