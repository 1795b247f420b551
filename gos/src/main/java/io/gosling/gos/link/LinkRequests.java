package io.gosling.gos.link;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.space.PeerService;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of other nodes. Directory entries and fresh copies in memory are given on the event loop at
 * once; what may block is done by an executor.
 *
 * @param joins answers requests for responses of origins
 * @param work for what may have to look at a file; bounded by the places of {@link LinkLoad}
 */
record LinkRequests(PeerService service, DirectoryRequests directory, JoinRequests joins, Executor work) {
    /** Answers a question of a link, once; on the link's loop. */
    void answer(AnsweringLink link, int id, PeerFrame question) {
        switch (question) {
            case PeerFrame.Locate locate ->
                directory.whenRestored(link, id, locate.count().key(), () -> locate(link, id, locate));
            case PeerFrame.Fetch fetch -> fetch(link, id, fetch);
            case PeerFrame.Check check -> check(link, id, check);
            case PeerFrame.Join join -> joins.answer(link, id, join);
            case PeerFrame.Invalidate invalidate -> invalidate(link, invalidate);
            default -> directory.answer(link, id, question);
        }
    }

    private void locate(AnsweringLink link, int id, PeerFrame.Locate locate) {
        EntrySummary entry = directory.backed().entries().locate(link.tag(), locate.count(), locate.ageing());
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
                case OFFER -> offer(link, id, path, fetch);
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

    private void offer(AnsweringLink link, int id, DocumentPath path, PeerFrame.Fetch fetch) {
        run(link, id, () -> {
            service.offered(path, fetch.count(), fetch.version());
            return new PeerFrame.Accepted();
        });
    }

    /** Something that may block. */
    @FunctionalInterface
    private interface Work {
        PeerAnswer run() throws IOException;
    }

    private void later(AnsweringLink link, int id, Work blocking) {
        link.answerBy(work, id, () -> {
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

    /** Gives what other work that may block results in. */
    private void run(AnsweringLink link, int id, Callable<PeerFrame> blocking) {
        link.answerBy(work, id, () -> {
            PeerFrame answer = result(blocking);
            link.answerLater(id, () -> link.answer(id, answer), () -> {});
        });
    }

    private static PeerFrame result(Callable<PeerFrame> blocking) {
        try {
            return blocking.call();
        } catch (Exception | Error e) {
            return new PeerFrame.Failed(String.valueOf(e.getMessage()));
        }
    }

    private void check(AnsweringLink link, int id, PeerFrame.Check check) {
        run(link, id, () -> new PeerFrame.Checked(service.compare(DocumentPath.parse(check.path()), check.etag())));
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
        } catch (RejectedExecutionException | Error e) {
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
