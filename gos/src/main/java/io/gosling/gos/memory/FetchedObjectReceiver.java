package io.gosling.gos.memory;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.EntityTagGenerator;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last step of a lookup: makes an object in memory of the bytes that arrived, which is stored or not. Used by
 * worker paths; event loops use {@link #unverified}, {@link #admits} and {@link #destination}.
 */
public record FetchedObjectReceiver(NodeObjectMemory memory, Supplier<GlobalObjectTable> table) {
    /** Headers are for objects that are kept. */
    private static final PreparedHeaderBuilder UNPREPARED = (path, document, from) -> PreparedHeaders.none();

    /**
     * Takes over a document, whose bytes may still be arriving.
     *
     * @param beganNanos time of the request to its source
     * @throws IOException when the bytes did not all come; nothing is left of it then
     */
    public DocumentFetchOutcome take(DocumentFetch fetch, PeerObjectResult.Copy copy, Provenance from, long beganNanos)
            throws IOException {
        Document document = copy.document();
        Representation representation = document.representation();
        fetch.object().seen();
        ByteBuf read = countedBytes(document);
        ByteBuf bytes = read == null ? memory.room(representation.length()) : read.retain();
        if (bytes == null) {
            boolean admitted = memory.hot().admits(representation.length());
            String why = admitted ? "not stored: cache.headroom is in use" : "not stored: larger than cache.max-object";
            memory.hot().decisions().add(fetch.object().key(), why, "");
            return new DocumentFetchOutcome.Single(
                    new Document(representation, document.stamp(), document.body(), from));
        }
        boolean ownFile = from.from() == ResponseSource.LOCAL_DISK;
        boolean offered = (ownFile || EntityTagGenerator.isOfContent(representation.etag()))
                && wouldKeep(fetch.object(), representation.length());
        PreparedHeaderBuilder preparation = offered ? memory.hot().preparation() : UNPREPARED;
        InMemoryObject object = new InMemoryObject(
                stored(fetch.path(), document, from, bytes, preparation),
                fetch.object(),
                copy.version(),
                ownFile,
                beganNanos - copy.uncheckedNanos(),
                null);
        object.goodAsOf(fetch.since);
        if (offered && memory.offerRetained(object, newcomer -> memory.hot().offer(newcomer, fetch, preparation))) {
            announce(object);
        }
        return new DocumentFetchOutcome.Held(object, from);
    }

    /**
     * Makes an object of another node's bytes that are all in memory. It is neither verified nor stored yet. No lock.
     *
     * @param since the number of the last purge before the fetch
     * @param bytes from {@link #destination}; the reference passes to the object
     */
    public InMemoryObject unverified(
            LocalObjectEntry localObject,
            Representation representation,
            FileStamp stamp,
            long version,
            long checkedNanos,
            long since,
            ByteBuf bytes) {
        localObject.seen();
        var stored = new StoredDocument(localObject.key(), representation, stamp, bytes, PreparedHeaders.none());
        InMemoryObject object = new InMemoryObject(stored, localObject, version, false, checkedNanos, null);
        object.goodAsOf(since);
        return object;
    }

    /**
     * Stores the bytes of an object that {@link #unverified} made, if they are worth it and no newer version is known.
     * The caller keeps its reference.
     *
     * @param from the node that sent them
     * @throws IOException when they are not those of their entity tag
     */
    public void keep(InMemoryObject object, String from) throws IOException {
        StoredDocument document = object.document();
        Representation representation = document.representation();
        if (!EntityTagGenerator.isOfContent(representation.etag())
                || !wouldKeep(object.localObject(), representation.length())) {
            return;
        }
        verify(representation.etag(), document.body(), from);
        PreparedHeaderBuilder preparation = memory.hot().preparation();
        PreparedHeaders fields = preparation.fields(DocumentPath.parse(object.key()), representation);
        if (memory.offer(object.with(fields), newcomer -> memory.hot().offerLatest(newcomer, preparation))) {
            announce(object);
        }
    }

    /**
     * Returns where a source shall put the bytes of a document of this length, so that {@link #take} need not copy
     * them; null when they cannot be kept in memory.
     */
    public @Nullable ByteBuf destination(long length) {
        return memory.hot().admits(length) ? memory.hot().inUse().allocate((int) Math.max(1, length)) : null;
    }

    /** Returns whether an object of this length may ever be kept in memory. */
    public boolean admits(long length) {
        return memory.hot().admits(length);
    }

    private @Nullable ByteBuf countedBytes(Document document) {
        return document.body() instanceof Body.InMemory body
                        && memory.hot().inUse().counts(body.bytes())
                ? body.bytes()
                : null;
    }

    /**
     * Reads all bytes, unless the buffer has them, verifies another node's against its entity tag, and prepares the
     * header. Closes the document, and releases the buffer where this fails.
     */
    private static StoredDocument stored(
            DocumentPath path, Document document, Provenance from, ByteBuf bytes, PreparedHeaderBuilder preparation)
            throws IOException {
        Representation representation = document.representation();
        String tag = representation.etag();
        try (document) {
            if (!bytes.isReadable()) {
                read(document.body(), bytes);
            }
            if (from.from() != ResponseSource.LOCAL_DISK && EntityTagGenerator.isOfContent(tag)) {
                verify(tag, bytes, from.node());
            }
            return new StoredDocument(
                    path.key(), representation, document.stamp(), bytes, preparation.fields(path, representation));
        } catch (Throwable e) {
            bytes.release();
            throw e;
        }
    }

    private static void verify(String tag, ByteBuf bytes, String from) throws IOException {
        if (!EntityTagGenerator.ofContent(bytes.nioBuffer()).equals(tag)) {
            throw new IOException("the " + bytes.readableBytes() + " bytes that node " + from
                    + " sent are not those of its ETag " + tag + "; is its memory or the network damaged?");
        }
    }

    /** Refuses an object before headers are built for it, if it would be refused with them. */
    private boolean wouldKeep(LocalObjectEntry localObject, long length) {
        boolean would = memory.hot().wouldKeep(localObject, length);
        if (!would) {
            memory.hot().decisions().add(localObject.key(), DecisionLog.REFUSED, "");
            memory.statistics().count(Event.FETCHES_REFUSED);
        }
        return would;
    }

    private void announce(InMemoryObject object) {
        object.localObject().learnVersion(object.version());
        memory.announce(object.localObject(), table.get());
    }

    private static void read(Body body, ByteBuf bytes) throws IOException {
        int length = Math.toIntExact(body.length());
        while (bytes.readableBytes() < length) {
            int at = bytes.readableBytes();
            int read = switch (body) {
                case Body.InMemory memory ->
                    bytes.writeBytes(memory.bytes().duplicate()).readableBytes();
                case Body.InFile file -> bytes.writeBytes(file.channel(), (long) at, length - at);
                case Body.Streamed stream -> bytes.writeBytes(stream.in(), length - at);
                case Body.Written written -> throw new IllegalStateException("a document is never " + written);
            };
            if (read < 0) {
                throw new EOFException("the bytes ended after " + at + " of " + length);
            }
        }
    }
}
