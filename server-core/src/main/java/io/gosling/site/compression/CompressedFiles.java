package io.gosling.site.compression;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.EntityTags;
import io.gosling.document.FileStamp;
import io.gosling.document.Lookup;
import io.gosling.document.Representation;
import io.gosling.document.ValidationResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a root in one coding: the file that lies beside the document, unless it is older; otherwise, for
 * gzip, compressed from the document. Absent where the document is to be sent as it is. Safe for use by many threads.
 */
public record CompressedFiles(ContentCoding coding, Compression compression) {
    private static final String INDEX = "index.html";

    public Lookup find(DocumentRoot root, DocumentPath path) throws IOException {
        FileStamp original = Compression.fits(path) ? root.stamp(path) : null;
        if (original == null) {
            return new Lookup.Absent();
        }
        boolean made = coding == ContentCoding.GZIP && compression.gzip();
        DocumentPath file = fileBeside(root, path, original);
        if (file == null && (!made || original.size() < compression.least() || original.size() > compression.most())) {
            return new Lookup.Absent();
        }
        if (!(root.find(path) instanceof Lookup.Found found)) {
            return new Lookup.Absent();
        }
        try (Document document = found.document()) {
            return file == null
                    ? compressed(document)
                    : as(document.representation().mediaType(), root.find(file));
        }
    }

    public ValidationResult check(DocumentRoot root, DocumentPath path, @Nullable FileStamp known) throws IOException {
        FileStamp original = root.stamp(path);
        if (original == null) {
            return ValidationResult.GONE;
        }
        DocumentPath file = fileBeside(root, path, original);
        return root.check(file == null ? path : file, known);
    }

    private @Nullable DocumentPath fileBeside(DocumentRoot root, DocumentPath path, FileStamp original)
            throws IOException {
        if (!compression.precompressed().contains(coding)) {
            return null;
        }
        DocumentPath named = path.isDirectory() ? path.child(INDEX) : path;
        DocumentPath file = DocumentPath.parse(named.key() + coding.extension());
        FileStamp stamp = root.stamp(file);
        return stamp != null && stamp.modifiedNanos() >= original.modifiedNanos() ? file : null;
    }

    private static Lookup as(String mediaType, Lookup file) {
        if (!(file instanceof Lookup.Found found)) {
            return new Lookup.Absent();
        }
        Document document = found.document();
        Representation bytes = document.representation();
        return new Lookup.Found(new Document(
                new Representation(mediaType, bytes.length(), bytes.etag(), bytes.lastModified()),
                document.stamp(),
                document.body(),
                document.provenance()));
    }

    /** Absent where it would save nothing. */
    private static Lookup compressed(Document document) throws IOException {
        Representation original = document.representation();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) Math.max(64, original.length() / 2));
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes);
                InputStream in = open(document.body())) {
            in.transferTo(gzip);
        }
        if (bytes.size() >= original.length()) {
            return new Lookup.Absent();
        }
        byte[] packed = bytes.toByteArray();
        ByteBuf body = Unpooled.wrappedBuffer(packed);
        String etag = EntityTags.ofContent(ByteBuffer.wrap(packed));
        return new Lookup.Found(new Document(
                new Representation(original.mediaType(), packed.length, etag, original.lastModified()),
                document.stamp(),
                new Body.InMemory(body),
                document.provenance()));
    }

    private static InputStream open(Body body) {
        return switch (body) {
            case Body.InMemory memory -> new ByteBufInputStream(memory.bytes().duplicate());
            case Body.InFile file -> java.nio.channels.Channels.newInputStream(file.channel());
            case Body.Streamed streamed -> streamed.in();
            case Body.Written written -> throw new IllegalStateException("a file is never " + written);
        };
    }
}
