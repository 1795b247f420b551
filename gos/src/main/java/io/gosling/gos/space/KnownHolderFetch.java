package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Body;
import io.gosling.document.DocumentPath;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.Fill;
import io.gosling.gos.memory.FillOutcome;
import io.gosling.gos.memory.HotObject;
import io.gosling.gos.memory.MemoryIntake;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.LocalObject;
import io.gosling.http.documents.ColdDocuments;
import io.gosling.http.documents.FetchedDocument;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * The fetch of a small object from the memory of a holder that this node knows of, on an event loop. What the holder
 * does not give at once, fresh and of the latest version known here, is left to the worker path, which asks others.
 *
 * <p>The response does not wait for the digest: a thread of {@link FileReads} verifies the bytes before they are
 * stored. Until then requests of worker paths wait for it.
 */
final class KnownHolderFetch implements Peers.SmallReceiver {
    private static final Logger LOG = System.getLogger(KnownHolderFetch.class.getName());

    private final GlobalObjectSpace space;
    private final NodeMemory memory;
    private final MemoryIntake intake;
    private final FileReads threads;
    private final DocumentPath path;
    private final LocalObject localObject;
    private final Node holder;
    private final Fill fill;
    private final long beganNanos;
    private final ColdDocuments.Receiver receiver;

    private @Nullable ByteBuf room;

    /** @param fill which this fetch leads, and ends unless it cannot {@link #begin} */
    KnownHolderFetch(
            GlobalObjectSpace space,
            MemoryIntake intake,
            FileReads threads,
            DocumentPath path,
            LocalObject localObject,
            Node holder,
            Fill fill,
            long beganNanos,
            ColdDocuments.Receiver receiver) {
        this.space = space;
        this.memory = intake.memory();
        this.intake = intake;
        this.threads = threads;
        this.path = path;
        this.localObject = localObject;
        this.holder = holder;
        this.fill = fill;
        this.beganNanos = beganNanos;
        this.receiver = receiver;
    }

    /** Asks the holder; returns false, with nothing done, where that is not possible at once. */
    boolean begin(Peers peers, EventLoop loop) {
        fill.reading(localObject.version());
        return receiver.begins()
                && peers.fetch(holder, path, localObject.count(memory.epoch().now()), loop, this);
    }

    @Override
    public @Nullable ByteBuf room(long length) {
        if (length > Peers.SMALL) {
            localObject.large();
            return null;
        }
        room = intake.destination(length);
        return room;
    }

    @Override
    public void answered(PeerAnswer answer) {
        FillOutcome.Held held = null;
        try {
            held = held(answer);
        } finally {
            if (held == null) {
                memory.fills().finish(fill, new FillOutcome.Again());
                receiver.done(null);
            }
        }
        if (held != null) {
            serve(held);
        }
    }

    private FillOutcome.@Nullable Held held(PeerAnswer answer) {
        if (!(answer instanceof PeerAnswer.Copy copy) || copy.version() < localObject.version()) {
            space.refused(holder, localObject, answer);
            return null;
        }
        ByteBuf bytes = ((Body.InMemory) copy.document().body()).bytes();
        HotObject object = intake.unverified(localObject, fill, copy, bytes, beganNanos);
        if (!memory.hot().isFresh(object)) {
            object.document().release();
            return null;
        }
        memory.statistics().count(Event.PEER_FETCHES);
        localObject.countAccess();
        boolean home = holder.name().equals(space.homeOf(path.key()));
        ResponseSource from = home ? ResponseSource.HOME_MEMORY : ResponseSource.PEER_MEMORY;
        return new FillOutcome.Held(object, new Provenance(from, holder.name()));
    }

    /** Sends the response, and has another thread store the object. */
    private void serve(FillOutcome.Held held) {
        held.object().document().tryRetain();
        FetchedDocument fetched = null;
        try {
            fetched = space.fetched(path, held);
        } finally {
            receiver.done(fetched);
            if (!threads.submit(() -> keep(held))) {
                finish(held);
            }
        }
    }

    private void keep(FillOutcome.Held held) {
        try {
            // The entry is of use again: others are forgotten first.
            memory.rows().asked(path.key());
            intake.keep(held.object(), fill, holder.name());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "not stored: {0}: {1}", path, e.getMessage());
        } finally {
            finish(held);
        }
    }

    private void finish(FillOutcome.Held held) {
        memory.fills().finish(fill, held);
        held.object().document().release();
    }
}
