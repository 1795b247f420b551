package io.gosling.replication.site;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkCaution;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkUse;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.PageRewritability;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link LinkGraphFileWriter} wrote. Damaged files cannot make it allocate more than their length;
 * impossible places are rejected.
 */
final class LinkGraphFileReader {
    /** Growth of a page's bytes in UTF-8. */
    private static final long LONGEST_GROWN = 3;

    private final DataInputStream in;
    private final long fileLength;
    private final LinkGraphLimits limits;
    private long linksRead;
    private final List<String> texts = new ArrayList<>();
    private final Map<LinkUse, LinkUse> uses = new HashMap<>();

    LinkGraphFileReader(DataInputStream in, long fileLength, LinkGraphLimits limits) {
        this.in = in;
        this.limits = limits;
        this.fileLength = fileLength;
    }

    LinkGraph graph() throws IOException {
        int count = count();
        require(count <= limits.files(), "files", count);
        List<SiteFile> files = new ArrayList<>(Math.min(count, 1 << 16));
        for (int i = 0; i < count; i++) {
            String path = text();
            String mediaType = text();
            FileStamp stamp = new FileStamp(in.readLong(), in.readLong(), in.readLong(), text(), text());
            require(stamp.size() >= 0, "size", stamp.size());
            Reading reading = Reading.valueOf(text());
            @Nullable PageLinks links = reading == Reading.READ ? page(stamp.size()) : null;
            files.add(new SiteFile(path, mediaType, stamp, reading, links));
        }
        return LinkGraph.of(files);
    }

    private PageLinks page(long size) throws IOException {
        Charset charset = Charset.forName(text());
        PageRewritability shape = new PageRewritability(
                in.readInt(), in.readInt(), in.readBoolean(), in.readBoolean(), texts(), in.readBoolean());
        require(shape.baseAt() >= -1 && shape.baseAt() <= size, "place of a base", shape.baseAt());
        require(shape.charsetEnd() >= 0 && shape.charsetEnd() <= size, "end of a charset", shape.charsetEnd());
        int count = count();
        linksRead += count;
        require(linksRead <= limits.links(), "links", linksRead);
        List<Link> links = new ArrayList<>(Math.min(count, 1 << 16));
        long end = 0;
        for (int i = 0; i < count; i++) {
            Link link = new Link(text(), LinkKind.valueOf(text()), use(), in.readInt(), in.readInt());
            require(link.offset() >= end && link.length() >= 1, "place of a link", link.offset());
            end = (long) link.offset() + link.length();
            require(end <= size, "end of a link", end);
            links.add(link);
        }
        return new PageLinks(links, charset, true, shape);
    }

    private static void require(boolean holds, String what, long value) throws IOException {
        if (!holds) {
            throw new IOException(what + " out of bounds: " + value);
        }
    }

    private LinkUse use() throws IOException {
        RequestDestination destination = RequestDestination.valueOf(text());
        boolean references = in.readBoolean();
        Set<LinkCaution> cautions = EnumSet.noneOf(LinkCaution.class);
        texts().forEach(name -> cautions.add(LinkCaution.valueOf(name)));
        return uses.computeIfAbsent(new LinkUse(destination, references, cautions), same -> same);
    }

    private List<String> texts() throws IOException {
        int count = count();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(text());
        }
        return values;
    }

    /** @throws IOException when the number is none of a text that was read */
    String text() throws IOException {
        int number = in.readInt();
        if (number != LinkGraphFileWriter.NEW_TEXT) {
            if (number < 0 || number >= texts.size()) {
                throw new IOException("text " + number + " of " + texts.size());
            }
            return texts.get(number);
        }
        int length = count();
        require(length <= LONGEST_GROWN * limits.pageBytes(), "length of a text", length);
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        texts.add(text);
        return text;
    }

    private int count() throws IOException {
        int count = in.readInt();
        if (count < 0 || count > fileLength) {
            throw new IOException("count " + count + " in a file of " + fileLength + " bytes");
        }
        return count;
    }
}
