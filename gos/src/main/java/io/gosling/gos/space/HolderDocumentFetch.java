package io.gosling.gos.space;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.FetchedObjectAdmission;
import io.gosling.gos.memory.HotObject;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.http.documents.FetchedDocument;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The fetch of a document from a known holder. */
final class HolderDocumentFetch implements HolderFetch {
    private final FetchedObjectAdmission intake;
    private final NodeObjectMemory memory;
    private final DocumentPath path;
    private final LocalObjectEntry object;
    private final ClusterMember holder;
    private final Provenance from;
    private final long beganNanos;

    /** The number of the last purge before it began. */
    private final long since;

    private @Nullable HotObject fetched;

    HolderDocumentFetch(
            FetchedObjectAdmission intake,
            LocalObjectEntry object,
            ClusterMember holder,
            Provenance from,
            long beganNanos) {
        this.intake = intake;
        this.memory = intake.memory();
        this.path = DocumentPath.parse(object.key());
        this.object = object;
        this.holder = holder;
        this.from = from;
        this.beganNanos = beganNanos;
        this.since = memory.purges().latest();
    }

    @Override
    public boolean ask(PeerCalls peers, Executor loop, PeerCalls.SmallReceiver receiver) {
        return peers.beginFetch(holder, path, object.count(memory.epoch().now()), loop, receiver);
    }

    @Override
    public @Nullable FetchedDocument response(SmallObjectResult answer) {
        if (!(answer instanceof SmallObjectResult.Copy copy)) {
            throw new IllegalArgumentException("a document was asked for, and this came: " + answer);
        }
        HotObject made = intake.unverified(
                object,
                copy.representation(),
                copy.stamp(),
                copy.version(),
                beganNanos - copy.uncheckedNanos(),
                since,
                copy.bytes());
        PreparedHeaders fields =
                copy.version() >= object.version() && memory.hot().isFresh(made)
                        ? memory.hot().preparation().fields(path, copy.representation(), from)
                        : PreparedHeaders.none();
        if (fields.isNone()) {
            return null;
        }
        fetched = made;
        return new FetchedDocument(made.document(), fields, from.from());
    }

    @Override
    public void keep() throws IOException {
        if (fetched != null) {
            intake.keep(fetched, holder.name());
        }
    }
}
