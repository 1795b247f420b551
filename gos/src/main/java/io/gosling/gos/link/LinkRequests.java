package io.gosling.gos.link;

import io.gosling.document.Body;
import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.ResponseSource;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.space.PeerService;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of other nodes. Directory entries and fresh copies in memory are given on the event loop at
 * once; what may block is done by an executor.
 *
 * @param work for what may have to look at a file; bounded by the questions in hand
 */
record LinkRequests(PeerService service, OwnedEntries entries, Executor work) {
    /** Answers a question of a link, once; on the link's loop. */
    void answer(AnsweringLink link, int id, PeerFrame question) {
        switch (question) {
            case PeerFrame.Locate locate -> locate(link, id, locate);
            case PeerFrame.Fetch fetch when fetch.from() == PeerFrame.Fetch.From.MEMORY -> fetch(link, id, fetch);
            case PeerFrame.Check check -> check(link, id, check);
            case PeerFrame.Invalidate invalidate -> invalidate(invalidate);
            default -> link.answer(id, new PeerFrame.Failed("it answers " + question.kind() + " by HTTP only"));
        }
    }

    private void locate(AnsweringLink link, int id, PeerFrame.Locate locate) {
        EntrySummary entry = entries.locate(link.tag(), locate.count(), locate.ageing());
        PeerAnswer.Copy copy = locate.wantBytes() && link.isCurrent() ? held(locate) : null;
        if (copy == null) {
            link.answer(id, new PeerFrame.Located(entry));
        } else {
            give(link, id, copy, entry);
        }
    }

    private PeerAnswer.@Nullable Copy held(PeerFrame.Locate locate) {
        try {
            DocumentPath path = DocumentPath.parse(locate.count().key());
            return service.fromMemoryAtOnce(path, new AgedCount(locate.count().agac(), locate.count().epoch()));
        } catch (IllegalDocumentPathException e) {
            return null;
        }
    }

    private void fetch(AnsweringLink link, int id, PeerFrame.Fetch fetch) {
        if (!link.isCurrent()) {
            link.answer(id, new PeerFrame.Late());
            return;
        }
        try {
            DocumentPath path = DocumentPath.parse(fetch.path());
            PeerAnswer.Copy copy = service.fromMemoryAtOnce(path, fetch.count());
            if (copy != null) {
                give(link, id, copy, null);
            } else {
                later(link, id, () -> service.fromMemory(path, fetch.count()));
            }
        } catch (IllegalDocumentPathException e) {
            link.answer(id, new PeerFrame.Failed(String.valueOf(e.getMessage())));
        }
    }

    /** Something that may block. */
    @FunctionalInterface
    private interface Work {
        PeerAnswer run() throws IOException;
    }

    private void later(AnsweringLink link, int id, Work blocking) {
        run(link, id, () -> {
            PeerAnswer answer = outcome(blocking);
            link.answerLater(id, () -> give(link, id, answer), () -> drop(answer));
        });
    }

    private static PeerAnswer outcome(Work blocking) {
        try {
            return blocking.run();
        } catch (IOException | RuntimeException e) {
            return new PeerAnswer.Failed(String.valueOf(e.getMessage()));
        }
    }

    private void run(AnsweringLink link, int id, Runnable step) {
        link.answeredElsewhere(id);
        try {
            work.execute(step);
        } catch (RejectedExecutionException e) {
            PeerFrame busy = new PeerFrame.Busy(LinkLoad.RETRY_MILLIS, link.load());
            link.answerLater(id, () -> link.answer(id, busy), () -> {});
        }
    }

    private void check(AnsweringLink link, int id, PeerFrame.Check check) {
        run(link, id, () -> {
            PeerFrame answer = compared(check);
            link.answerLater(id, () -> link.answer(id, answer), () -> {});
        });
    }

    private PeerFrame compared(PeerFrame.Check check) {
        try {
            return new PeerFrame.Checked(service.compare(DocumentPath.parse(check.path()), check.etag()));
        } catch (IOException | RuntimeException e) {
            return new PeerFrame.Failed(String.valueOf(e.getMessage()));
        }
    }

    /** A message that is lost costs a check: the change is noticed when the copy is next compared with its file. */
    private void invalidate(PeerFrame.Invalidate invalidate) {
        try {
            work.execute(
                    () -> invalidate.lines().forEach(line -> service.invalidated(line.key(), line.version())));
        } catch (RejectedExecutionException e) {
            // As if it had been lost.
        }
    }

    private static void give(AnsweringLink link, int id, PeerAnswer answer) {
        switch (answer) {
            case PeerAnswer.Copy copy -> give(link, id, copy, null);
            case PeerAnswer.NotHeld none -> link.answer(id, new PeerFrame.Miss());
            case PeerAnswer.Said said -> link.answer(id, new PeerFrame.Said(said.lookup()));
            case PeerAnswer.Failed failed -> link.answer(id, new PeerFrame.Failed(failed.reason()));
        }
    }

    private static void give(
            AnsweringLink link, int id, PeerAnswer.Copy copy, @Nullable EntrySummary entry) {
        if (!(copy.document().body() instanceof Body.InMemory memory)) {
            copy.document().close();
            link.answer(id, new PeerFrame.Failed("it has the document outside of its memory"));
            return;
        }
        var document = copy.document();
        boolean disk = document.provenance().from() == ResponseSource.LOCAL_DISK;
        PeerCopy about = new PeerCopy(
                document.representation(),
                document.stamp(),
                disk,
                copy.version(),
                PeerCopy.millis(copy.uncheckedNanos()));
        ByteBuf bytes = memory.bytes();
        ByteBuf first = bytes;
        ByteBuf rest = null;
        if (bytes.readableBytes() > FrameKind.MOST_BODY) {
            first = bytes.readRetainedSlice(FrameKind.MOST_BODY);
            rest = bytes;
        }
        link.answer(id, new PeerFrame.Have(about, link.load(), entry, first), rest);
    }

    private static void drop(PeerAnswer answer) {
        if (answer instanceof PeerAnswer.Copy copy) {
            copy.document().close();
        }
    }
}
