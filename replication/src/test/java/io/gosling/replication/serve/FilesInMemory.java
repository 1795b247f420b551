package io.gosling.replication.serve;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.RevalidationResult;
import io.gosling.document.StoredDocument;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A node's memory of files: what is asked for on the slow lane is read, and hot from then on until it is asked for
 * there again, or forgotten.
 */
public final class FilesInMemory implements DocumentSource, CachedDocumentLookup {
    /** Number of requests on the worker path. */
    final AtomicInteger found = new AtomicInteger();

    private final DocumentRoot root;
    private final Map<String, StoredDocument> held = new ConcurrentHashMap<>();
    private volatile PreparedHeaderBuilder preparation = PreparedHeaderBuilder.plain("test");

    FilesInMemory(DocumentRoot root) {
        this.root = root;
    }

    @Override
    public LookupResult find(DocumentPath path) throws IOException {
        found.incrementAndGet();
        if (!(root.find(path) instanceof LookupResult.Found onDisk)) {
            return new LookupResult.Absent();
        }
        try (Document file = onDisk.document()) {
            ByteBuf bytes = read(file);
            StoredDocument stored = new StoredDocument(
                    path.key(),
                    file.representation(),
                    file.stamp(),
                    bytes.retainedDuplicate(),
                    preparation.fields(path, file.representation()));
            StoredDocument before = held.put(path.key(), stored);
            if (before != null) {
                before.release();
            }
            return new LookupResult.Found(new Document(
                    file.representation(),
                    file.stamp(),
                    new Body.InMemory(bytes),
                    new Provenance(before == null ? ResponseSource.LOCAL_DISK : ResponseSource.LOCAL_MEMORY, "test")));
        }
    }

    /** Headers are made by this one from now on; what has another one is hot no more. */
    void prepareBy(PreparedHeaderBuilder other) {
        preparation = other;
        forget();
    }

    @Override
    public RevalidationResult check(DocumentPath path, @Nullable FileStamp stamp) throws IOException {
        return root.check(path, stamp);
    }

    private static ByteBuf read(Document file) throws IOException {
        if (file.body() instanceof Body.InMemory small) {
            return Unpooled.directBuffer(small.bytes().readableBytes())
                    .writeBytes(small.bytes().duplicate());
        }
        if (!(file.body() instanceof Body.InFile in)) {
            throw new IOException("not a file: " + file.body());
        }
        ByteBuf bytes = Unpooled.directBuffer((int) in.length());
        while (bytes.readableBytes() < in.length()) {
            bytes.writeBytes(in.channel(), bytes.readableBytes(), (int) in.length() - bytes.readableBytes());
        }
        return bytes;
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        StoredDocument document = held.get(key);
        return document != null && document.tryRetain() ? document : null;
    }

    /** Nothing is hot. */
    void forget() {
        List.copyOf(held.keySet()).forEach(this::forget);
    }

    /** Removes this path, as after a purge. */
    void forget(String key) {
        StoredDocument document = held.remove(key);
        if (document != null) {
            document.release();
        }
    }
}
