package io.gosling.gos;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.AnsweredFrom;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.Freshness;
import io.gosling.document.Lookup;
import io.gosling.document.Provenance;
import io.gosling.document.Ticker;
import java.io.IOException;

/**
 * What a node does when another one asks: gives from memory or disk, compares, drops. Never asks a third node for bytes,
 * so that no chain of nodes waits for each other. Used by the peer channel's slow lanes; blocks.
 */
public final class PeerService {
    private final DocumentSource files;
    private final NodeMemory memory;
    private final CopyCheck check;
    private final String self;
    private final Ticker ticker;

    PeerService(DocumentSource files, NodeMemory memory, CopyCheck check, String self, Ticker ticker) {
        this.files = files;
        this.memory = memory;
        this.check = check;
        this.self = self;
        this.ticker = ticker;
    }

    /**
     * The object from this node's memory, or not at all.
     *
     * @param agac what the asker knows of its count
     */
    public PeerAnswer fromMemory(DocumentPath path, AgedCount agac) {
        PeerAnswer answer = fromMemory(path);
        if (answer instanceof PeerAnswer.Copy) {
            memory.hot().heard(path.key(), agac);
        }
        return answer;
    }

    private PeerAnswer fromMemory(DocumentPath path) {
        HotObject copy = memory.hot().take(path.key());
        if (copy == null) {
            return new PeerAnswer.NotHeld();
        }
        if (check.standing(copy, null) == CopyCheck.Standing.UNUSABLE) {
            copy.document().release();
            return new PeerAnswer.NotHeld();
        }
        memory.statistics().count(Event.PEER_SERVES);
        return lend(copy);
    }

    /** The object from this node's memory or its disk. */
    public PeerAnswer fromHome(DocumentPath path) throws IOException {
        if (fromMemory(path) instanceof PeerAnswer.Copy copy) {
            return copy;
        }
        Lookup own = files.find(path);
        if (own instanceof Lookup.Found found) {
            memory.statistics().count(Event.PEER_SERVES);
            LocalObject row = memory.rows().find(path.key());
            return new PeerAnswer.Copy(found.document(), row == null ? 0 : row.version(), 0);
        }
        return new PeerAnswer.Said(own);
    }

    /**
     * Whether a copy with this entity tag has the bytes of this node's file, as the file is now: the age of this node's own
     * copy must not add to the asker's.
     */
    public Freshness compare(DocumentPath path, String etag) throws IOException {
        HotObject copy = memory.hot().take(path.key());
        if (copy != null) {
            boolean mine = copy.isOwnFile() && files.check(path, copy.file()) == Freshness.UNCHANGED;
            String tag = copy.document().representation().etag();
            copy.document().release();
            if (mine) {
                return tag.equals(etag) ? Freshness.UNCHANGED : Freshness.CHANGED;
            }
        }
        if (files.find(path) instanceof Lookup.Found found) {
            try (Document document = found.document()) {
                return document.representation().etag().equals(etag) ? Freshness.UNCHANGED : Freshness.CHANGED;
            }
        }
        return Freshness.GONE;
    }

    /** Another node has found that the object changed. */
    public void invalidated(String key, long version) {
        memory.statistics().count(Event.INVALIDATIONS_RECEIVED);
        memory.fills().overtaken(key, version);
        memory.hot().drop(key, version);
        LocalObject row = memory.rows().find(key);
        if (row != null) {
            row.learnVersion(version);
        }
    }

    private PeerAnswer.Copy lend(HotObject copy) {
        var stored = copy.document();
        var body = new Body.InMemory(stored.body().retainedDuplicate());
        stored.release();
        var document = new Document(
                stored.representation(), stored.stamp(), body, new Provenance(AnsweredFrom.LOCAL_MEMORY, self));
        return new PeerAnswer.Copy(document, copy.version(), copy.uncheckedNanos(ticker.nanos()));
    }
}
