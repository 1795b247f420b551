package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.space.PeerService;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of other nodes. Directory entries and fresh copies in memory are given on the event loop at
 * once; what may block is done by an executor.
 *
 * @param work for what may have to look at a file; bounded by the places of {@link LinkLoad}
 */
record LinkRequests(PeerService service, OwnedEntries entries, Executor work) {
    /** Answers a question of a link, once; on the link's loop. */
    void answer(AnsweringLink link, int id, PeerFrame question) {
        switch (question) {
            case PeerFrame.Locate locate -> locate(link, id, locate);
            case PeerFrame.Fetch fetch -> fetch(link, id, fetch);
            case PeerFrame.Check check -> check(link, id, check);
            case PeerFrame.Invalidate invalidate -> invalidate(link, invalidate);
            default -> link.answer(id, new PeerFrame.Failed("a frame " + question.kind() + " is no question"));
        }
    }

    private void locate(AnsweringLink link, int id, PeerFrame.Locate locate) {
        EntrySummary entry = entries.locate(link.tag(), locate.count(), locate.ageing());
        PeerAnswer.Copy copy = locate.wantBytes() && link.isCurrent() ? held(locate) : null;
        if (copy == null) {
            link.answer(id, new PeerFrame.Located(entry));
        } else {
            giveAtOnce(link, id, copy, entry);
        }
    }

    private PeerAnswer.@Nullable Copy held(PeerFrame.Locate locate) {
        try {
            DocumentPath path = DocumentPath.parse(locate.count().key());
            return service.fromMemoryAtOnce(
                    path, new AgedCount(locate.count().agac(), locate.count().epoch()));
        } catch (IllegalDocumentPathException e) {
            return null;
        }
    }

    private void fetch(AnsweringLink link, int id, PeerFrame.Fetch fetch) {
        try {
            DocumentPath path = DocumentPath.parse(fetch.path());
            switch (fetch.from()) {
                case MEMORY -> memory(link, id, path, fetch);
                case HOME -> home(link, id, path, fetch);
                case OFFER -> link.answer(id, new PeerFrame.Failed("it takes offers by HTTP only"));
            }
        } catch (IllegalDocumentPathException e) {
            link.answer(id, new PeerFrame.Failed(String.valueOf(e.getMessage())));
        }
    }

    private void memory(AnsweringLink link, int id, DocumentPath path, PeerFrame.Fetch fetch) {
        if (!link.isCurrent()) {
            link.answer(id, new PeerFrame.Late());
            return;
        }
        PeerAnswer.Copy copy = service.fromMemoryAtOnce(path, fetch.count());
        if (copy != null) {
            giveAtOnce(link, id, copy, null);
        } else if (!service.holds(path)) {
            link.answer(id, new PeerFrame.Miss());
        } else {
            later(link, id, () -> service.fromMemory(path, fetch.count()));
        }
    }

    /** A home that may lack a purge reads its disk, since its copy may be one that was purged. */
    private void home(AnsweringLink link, int id, DocumentPath path, PeerFrame.Fetch fetch) {
        boolean current = link.isCurrent();
        later(
                link,
                id,
                () -> current ? service.fromHome(path, fetch.count(), fetch.version()) : service.fromDisk(path));
    }

    /** Something that may block. */
    @FunctionalInterface
    private interface Work {
        PeerAnswer run() throws IOException;
    }

    private void later(AnsweringLink link, int id, Work blocking) {
        run(link, id, () -> {
            Outcome outcome = outcome(blocking, link.loop());
            link.answerLater(id, () -> give(link, id, outcome), () -> drop(outcome));
        });
    }

    /** The result of work on another thread, for the loop. */
    private sealed interface Outcome {
        record Bytes(OutgoingCopy copy) implements Outcome {}

        record Frame(PeerFrame frame) implements Outcome {}
    }

    private Outcome outcome(Work blocking, Executor loop) {
        try {
            return switch (blocking.run()) {
                case PeerAnswer.Copy copy -> new Outcome.Bytes(OutgoingCopy.of(copy, work, loop));
                case PeerAnswer.NotHeld none -> new Outcome.Frame(new PeerFrame.Miss());
                case PeerAnswer.Said said -> new Outcome.Frame(new PeerFrame.Said(said.lookup()));
                case PeerAnswer.Failed failed -> new Outcome.Frame(new PeerFrame.Failed(failed.reason()));
            };
        } catch (IOException | RuntimeException | Error e) {
            return new Outcome.Frame(new PeerFrame.Failed(String.valueOf(e.getMessage())));
        }
    }

    private void run(AnsweringLink link, int id, Runnable step) {
        if (!link.answeredElsewhere(id)) {
            return;
        }
        try {
            work.execute(step);
        } catch (RejectedExecutionException | Error e) {
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
        } catch (IOException | RuntimeException | Error e) {
            return new PeerFrame.Failed(String.valueOf(e.getMessage()));
        }
    }

    /** A message that is lost costs a check: the change is noticed when the copy is next compared with its file. */
    private void invalidate(AnsweringLink link, PeerFrame.Invalidate invalidate) {
        if (!link.beginMessage()) {
            return;
        }
        try {
            work.execute(() -> {
                try {
                    invalidate.lines().forEach(line -> service.invalidated(line.key(), line.version()));
                } finally {
                    link.messageEnded();
                }
            });
        } catch (RejectedExecutionException e) {
            link.messageEnded();
        }
    }

    private static void give(AnsweringLink link, int id, Outcome outcome) {
        switch (outcome) {
            case Outcome.Bytes bytes -> link.answer(id, bytes.copy(), null);
            case Outcome.Frame answer -> link.answer(id, answer.frame());
        }
    }

    private static void drop(Outcome outcome) {
        if (outcome instanceof Outcome.Bytes bytes) {
            bytes.copy().release();
        }
    }

    /** Gives a copy in memory, which takes no time. */
    private void giveAtOnce(AnsweringLink link, int id, PeerAnswer.Copy copy, @Nullable EntrySummary entry) {
        try {
            link.answer(id, OutgoingCopy.of(copy, work, link.loop()), entry);
        } catch (IOException e) {
            link.answer(id, new PeerFrame.Failed(String.valueOf(e.getMessage())));
        }
    }
}
