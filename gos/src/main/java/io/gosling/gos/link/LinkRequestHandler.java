package io.gosling.gos.link;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.RevalidationResult;
import io.gosling.document.StoredDocument;
import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerCopyMetadata;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.memory.LocalObjectCache;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.space.PeerRequestService;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Answers the questions of other nodes. Directory entries, fresh copies in memory and repository objects are given on
 * the event loop at once; what may block is done by an executor.
 *
 * <p>A copy in memory is given at once if nothing has to be done first: this node knows every purge that the other one
 * has told of, the lease holds, no purge selects the copy, it is fresh, and the count's epoch is not newer than this
 * node's. A node that may lack a purge answers {@link PeerFrame.Behind} and stays a holder.
 *
 * @param joins answers requests for responses of origins
 * @param reads answers reads of repository objects
 * @param work for what may have to look at a file; bounded by the places of {@link PeerRequestLimiter}
 */
record LinkRequestHandler(
        PeerRequestService service,
        TableRequestHandler directory,
        SharedResponseRequestHandler joins,
        RepositoryReadHandler reads,
        Executor work)
        implements IncomingLink.QuestionHandler {
    @Override
    public void answer(IncomingLink link, int id, PeerFrame question) {
        switch (question) {
            case PeerFrame.Fetch fetch -> fetch(link, id, fetch);
            case PeerFrame.Check check -> check(link, id, check);
            case PeerFrame.Join join -> joins.answer(link, id, join);
            case PeerFrame.Locate locate -> locate(link, id, locate);
            case PeerFrame.Read read -> reads.answer(link, id, read);
            case PeerFrame.Invalidate invalidate -> invalidate(link, invalidate);
            default -> directory.answer(link, id, question);
        }
    }

    /** Gives the object with the entry if that is wanted and this node has it. */
    private void locate(IncomingLink link, int id, PeerFrame.Locate locate) {
        if (locate.wanted() == Wanted.NOTHING
                || !link.isCurrent()
                || !service.memory().hot().holds(locate.key())) {
            directory.answer(link, id, locate);
            return;
        }
        EntrySummary entry = directory.locate(link.tag(), locate);
        link.write(id, new PeerFrame.Located(entry, true));
        if (locate.wanted() == Wanted.DOCUMENT) {
            AgedCount agac = new AgedCount(entry.agac(), entry.epoch());
            fetch(link, id, new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, locate.key(), agac, 0));
        } else {
            joins.answer(link, id, new PeerFrame.Join(SharedResponseRequest.fromMemory(locate.key())));
        }
    }

    private void fetch(IncomingLink link, int id, PeerFrame.Fetch fetch) {
        try {
            DocumentPath path = DocumentPath.parse(fetch.path());
            switch (fetch.from()) {
                case MEMORY -> memory(link, id, path, fetch);
                case HOME -> home(link, id, path, fetch);
                case OFFER -> offer(link, id, path, fetch);
            }
        } catch (IllegalDocumentPathException e) {
            link.answer(id, new PeerFrame.Failed(String.valueOf(e.getMessage())));
        }
    }

    private void memory(IncomingLink link, int id, DocumentPath path, PeerFrame.Fetch fetch) {
        if (!link.isCurrent()) {
            link.answer(id, new PeerFrame.Behind());
            return;
        }
        LocalObjectCache hot = service.memory().hot();
        InMemoryObject copy = hot.takeFreshAtOnce(path.key(), fetch.count());
        if (copy != null) {
            giveAtOnce(link, id, copy);
        } else if (!hot.holds(path.key())) {
            link.answer(id, new PeerFrame.Miss());
        } else {
            later(link, id, () -> outgoing(link, service.fromMemory(path, fetch.count())));
        }
    }

    /** A home that may lack a purge reads its disk, since its copy may be one that was purged. */
    private void home(IncomingLink link, int id, DocumentPath path, PeerFrame.Fetch fetch) {
        boolean current = link.isCurrent();
        later(link, id, () -> {
            PeerObjectResult answer =
                    current ? service.fromHome(path, fetch.count(), fetch.version()) : service.fromDisk(path);
            return outgoing(link, answer);
        });
    }

    private void offer(IncomingLink link, int id, DocumentPath path, PeerFrame.Fetch fetch) {
        later(link, id, () -> {
            service.keep(path, fetch.count(), fetch.version());
            return OutgoingPeerResponse.of(new PeerFrame.Miss());
        });
    }

    /** Has something done that may block, and gives the answer that it results in. */
    private void later(IncomingLink link, int id, Callable<OutgoingPeerResponse> blocking) {
        link.answerBy(work, id, () -> link.answerLater(id, OutgoingPeerResponse.by(blocking)));
    }

    private OutgoingPeerResponse outgoing(IncomingLink link, PeerObjectResult answer) throws IOException {
        return switch (answer) {
            case PeerObjectResult.Copy copy -> OutgoingPeerResponse.of(copy, link.load(), work);
            case PeerObjectResult.NotHeld none -> OutgoingPeerResponse.of(new PeerFrame.Miss());
            case PeerObjectResult.Said said -> OutgoingPeerResponse.of(new PeerFrame.Said(said.lookup()));
            case PeerObjectResult.Failed failed -> OutgoingPeerResponse.of(new PeerFrame.Failed(failed.reason()));
        };
    }

    private void check(IncomingLink link, int id, PeerFrame.Check check) {
        later(link, id, () -> {
            RevalidationResult result = service.compare(DocumentPath.parse(check.path()), check.etag());
            return OutgoingPeerResponse.of(new PeerFrame.Checked(result));
        });
    }

    /** A message that is lost costs a check: the change is noticed when the copy is next compared with its file. */
    private void invalidate(IncomingLink link, PeerFrame.Invalidate invalidate) {
        if (!link.beginMessage()) {
            return;
        }
        try {
            work.execute(() -> {
                try {
                    service.invalidated(invalidate.key(), invalidate.version());
                } finally {
                    link.messageEnded();
                }
            });
        } catch (RejectedExecutionException | Error e) {
            link.messageEnded();
        }
    }

    /** Answers with a copy in memory, which takes no time; takes over its reference. */
    private void giveAtOnce(IncomingLink link, int id, InMemoryObject copy) {
        StoredDocument document = copy.document();
        long unchecked =
                PeerCopyMetadata.millis(copy.uncheckedNanos(service.ticker().nanos()));
        PeerCopyMetadata about =
                new PeerCopyMetadata(document.representation(), document.stamp(), false, copy.version(), unchecked);
        ByteBuf bytes = document.body().retainedDuplicate();
        document.release();
        int load = link.load();
        // The usual case, without the allocations of an OutgoingPeerResponse.
        if (bytes.readableBytes() <= FrameKind.MOST_BODY) {
            link.answer(id, new PeerFrame.Have(about, load, bytes));
        } else {
            link.answer(id, OutgoingPeerResponse.inMemory(first -> new PeerFrame.Have(about, load, first), bytes));
        }
    }
}
