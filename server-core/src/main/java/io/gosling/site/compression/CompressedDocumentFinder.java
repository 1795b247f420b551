package io.gosling.site.compression;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.EntityTagGenerator;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.Representation;
import io.gosling.document.RevalidationResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a root in one coding: the file that lies beside the document, whatever its time; otherwise, for
 * gzip, compressed from the document. Absent where the document is to be sent as it is. Safe for use by many threads.
 */
public record CompressedDocumentFinder(ContentCoding coding, CompressionRules compression) {
    private static final String INDEX = "index.html";

    public LookupResult find(DocumentRoot root, DocumentPath path) throws IOException {
        FileStamp original = CompressionRules.fits(path) ? root.stamp(path) : null;
        if (original == null) {
            return new LookupResult.Absent();
        }
        boolean made = coding == ContentCoding.GZIP && compression.gzip();
        DocumentPath file = fileBeside(root, path);
        if (file == null && (!made || original.size() < compression.least() || original.size() > compression.most())) {
            return new LookupResult.Absent();
        }
        if (!(root.find(path) instanceof LookupResult.Found found)) {
            return new LookupResult.Absent();
        }
        try (Document document = found.document()) {
            return file == null
                    ? compressed(document)
                    : as(document.representation().mediaType(), root.find(file));
        }
    }

    public RevalidationResult check(DocumentRoot root, DocumentPath path, @Nullable FileStamp known)
            throws IOException {
        if (root.stamp(path) == null) {
            return RevalidationResult.GONE;
        }
        DocumentPath file = fileBeside(root, path);
        return root.check(file == null ? path : file, known);
    }

    private @Nullable DocumentPath fileBeside(DocumentRoot root, DocumentPath path) throws IOException {
        if (!compression.precompressed().contains(coding)) {
            return null;
        }
        DocumentPath file = beside(path, coding);
        return root.stamp(file) == null ? null : file;
    }

    /** Returns the path of a document's precompressed file. */
    public static DocumentPath beside(DocumentPath path, ContentCoding coding) {
        DocumentPath named = path.isDirectory() ? path.child(INDEX) : path;
        return DocumentPath.parse(named.key() + coding.extension());
    }

    private static LookupResult as(String mediaType, LookupResult file) {
        if (!(file instanceof LookupResult.Found found)) {
            return new LookupResult.Absent();
        }
        Document document = found.document();
        return new LookupResult.Found(document.with(document.representation().withMediaType(mediaType)));
    }

    /** Absent where it would save nothing. */
    private static LookupResult compressed(Document document) throws IOException {
        Representation original = document.representation();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) Math.max(64, original.length() / 2));
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(document.body().first(Integer.MAX_VALUE));
        }
        if (bytes.size() >= original.length()) {
            return new LookupResult.Absent();
        }
        byte[] packed = bytes.toByteArray();
        ByteBuf body = Unpooled.wrappedBuffer(packed);
        String etag = EntityTagGenerator.ofContent(ByteBuffer.wrap(packed));
        return new LookupResult.Found(new Document(
                new Representation(original.mediaType(), packed.length, etag, original.lastModified()),
                document.stamp(),
                new Body.InMemory(body),
                document.provenance()));
    }
}
