package io.gosling.replication.site;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkCaution;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkUse;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.PageRewritability;
import io.gosling.replication.graph.SiteFile;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a graph: a text that was written before is a number afterwards. {@link LinkGraphFileReader} is the other way
 * round.
 */
final class LinkGraphFileWriter {
    /** Says that a text follows that has no number yet. */
    static final int NEW_TEXT = -1;

    private final DataOutputStream out;
    private final Map<String, Integer> texts = new HashMap<>();

    LinkGraphFileWriter(DataOutputStream out) {
        this.out = out;
    }

    void write(String site, LinkGraph graph) throws IOException {
        text(site);
        out.writeInt(graph.files().size());
        for (SiteFile file : graph.files()) {
            text(file.path());
            text(file.mediaType());
            stamp(file.stamp());
            text(file.reading().name());
            PageLinks links = file.links();
            if (links != null) {
                page(links);
            }
        }
    }

    private void stamp(FileStamp stamp) throws IOException {
        out.writeLong(stamp.size());
        out.writeLong(stamp.modifiedNanos());
        out.writeLong(stamp.changedNanos());
        text(stamp.identity());
        text(stamp.tag());
    }

    private void page(PageLinks page) throws IOException {
        text(page.charset().name());
        PageRewritability shape = page.shape();
        out.writeInt(shape.baseAt());
        out.writeInt(shape.charsetEnd());
        out.writeBoolean(shape.scripts());
        out.writeBoolean(shape.meansItsServer());
        texts(shape.policies());
        out.writeBoolean(shape.canvas());
        out.writeInt(page.links().size());
        for (Link link : page.links()) {
            text(link.url());
            text(link.kind().name());
            use(link.use());
            out.writeInt(link.offset());
            out.writeInt(link.length());
        }
    }

    private void use(LinkUse use) throws IOException {
        text(use.destination().name());
        out.writeBoolean(use.references());
        texts(use.cautions().stream().map(LinkCaution::name).sorted().toList());
    }

    private void texts(List<String> values) throws IOException {
        out.writeInt(values.size());
        for (String value : values) {
            text(value);
        }
    }

    private void text(String value) throws IOException {
        Integer number = texts.putIfAbsent(value, texts.size());
        if (number != null) {
            out.writeInt(number);
            return;
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        out.writeInt(NEW_TEXT);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
