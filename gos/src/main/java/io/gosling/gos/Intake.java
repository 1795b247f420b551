package io.gosling.gos;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.AnsweredFrom;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.EntityTags;
import io.gosling.document.Provenance;
import io.gosling.document.StoredDocument;
import io.gosling.http.DocumentFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.EOFException;
import java.io.IOException;

/** The last step of a lookup: bytes that came become an object in memory, which is kept or not. Used by slow lanes. */
final class Intake {
    private final NodeMemory memory;
    private final GlobalObjectTable table;
    private final String node;

    Intake(NodeMemory memory, GlobalObjectTable table, String node) {
        this.memory = memory;
        this.table = table;
        this.node = node;
    }

    /**
     * Takes over a document, whose bytes may still be arriving.
     *
     * @param beganNanos when its source was asked
     * @throws IOException when the bytes did not all come; nothing is left of it then
     */
    Outcome take(DocumentPath path, LocalObject row, Fill fill, PeerAnswer.Copy copy, Provenance from, long beganNanos)
            throws IOException {
        Document document = copy.document();
        row.seen();
        if (!memory.hot().admits(document.representation().length())) {
            memory.statistics().count(Event.TOO_LARGE);
            return new Outcome.Single(new Document(document.representation(), document.stamp(), document.body(), from));
        }
        StoredDocument stored;
        try (document) {
            stored = new StoredDocument(
                    path,
                    document.representation(),
                    document.stamp(),
                    verified(document, from),
                    DocumentFields.prepare(document.representation(), node));
        }
        boolean ownFile = from.from() == AnsweredFrom.LOCAL_DISK;
        HotObject object = new HotObject(stored, row, copy.version(), ownFile, beganNanos - copy.uncheckedNanos());
        stored.tryRetain();
        if (ownFile || EntityTags.isOfContent(stored.representation().etag())) {
            offer(object, fill);
        } else {
            stored.release();
        }
        return new Outcome.Held(object, from);
    }

    /** All bytes; those of another node only if they are what its entity tag says: a mistake must not spread. */
    private static ByteBuf verified(Document document, Provenance from) throws IOException {
        ByteBuf bytes = read(document.body());
        String tag = document.representation().etag();
        if (from.from() == AnsweredFrom.LOCAL_DISK
                || !EntityTags.isOfContent(tag)
                || EntityTags.ofContent(bytes.nioBuffer()).equals(tag)) {
            return bytes;
        }
        int length = bytes.readableBytes();
        bytes.release();
        throw new IOException("the " + length + " bytes that node " + from.node() + " sent are not those of its ETag "
                + tag + "; is its memory or the network damaged?");
    }

    private void offer(HotObject object, Fill fill) {
        switch (memory.hot().offer(object, fill)) {
            case KEPT -> {
                memory.statistics().count(Event.FILLS_KEPT);
                object.row().learnVersion(object.version());
                if (table.isShared()) {
                    object.row().announce();
                    table.filled(object.row().tally(), memory.epoch().now());
                }
            }
            case REFUSED -> {
                memory.statistics().count(Event.FILLS_REFUSED);
                object.document().release();
            }
            case OVERTAKEN -> {
                memory.statistics().count(Event.FILLS_OVERTAKEN);
                object.document().release();
            }
        }
    }

    /** All bytes of a body in a direct buffer of its own. */
    private static ByteBuf read(Body body) throws IOException {
        if (body instanceof Body.InMemory memory && memory.bytes().isDirect()) {
            return memory.bytes().retainedSlice();
        }
        int length = Math.toIntExact(body.length());
        ByteBuf bytes = ByteBufAllocator.DEFAULT.directBuffer(Math.max(1, length), Math.max(1, length));
        boolean whole = false;
        try {
            switch (body) {
                case Body.InMemory memory -> bytes.writeBytes(memory.bytes().duplicate());
                case Body.InFile file -> {
                    while (bytes.readableBytes() < length) {
                        int at = bytes.readableBytes();
                        requireMore(bytes.writeBytes(file.channel(), (long) at, length - at), at, length);
                    }
                }
                case Body.Streamed stream -> {
                    while (bytes.readableBytes() < length) {
                        int at = bytes.readableBytes();
                        requireMore(bytes.writeBytes(stream.in(), length - at), at, length);
                    }
                }
            }
            whole = true;
            return bytes;
        } finally {
            if (!whole) {
                bytes.release();
            }
        }
    }

    private static void requireMore(int read, int at, int length) throws EOFException {
        if (read < 0) {
            throw new EOFException("the bytes ended after " + at + " of " + length);
        }
    }
}
