package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.objecttable.BackedEntries;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.objecttable.OwnedEntries;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of other nodes on directory entries, on the event loop. It answers for any key: a node that
 * sees other members may ask the wrong owner, and an entry is a hint.
 */
record DirectoryRequests(BackedEntries backed) {
    /** Answers a question of a link, once; on the link's loop. */
    void answer(AnsweringLink link, int id, PeerFrame question) {
        OwnedEntries entries = backed.entries();
        switch (question) {
            case PeerFrame.Claim claim -> {
                FetchLeader mine = own(link, claim.mine());
                whenRestored(
                        link,
                        id,
                        claim.key(),
                        () -> link.answer(id, new PeerFrame.Located(entries.claim(claim.key(), mine, claim.failed()))));
            }
            case PeerFrame.Changed changed ->
                whenRestored(
                        link,
                        id,
                        changed.key(),
                        () -> link.answer(
                                id,
                                new PeerFrame.Located(entries.changed(link.tag(), changed.key(), changed.since()))));
            case PeerFrame.Report report ->
                link.answer(id, new PeerFrame.Reported(entries.report(link.tag(), report.counts(), report.ageing())));
            case PeerFrame.Clear clear -> {
                entries.clear();
                link.answer(id, new PeerFrame.Reported(List.of()));
            }
            case PeerFrame.Ended ended -> entries.end(ended.key(), own(link, ended.mine()), ended.held());
            case PeerFrame.NotHeld none -> entries.notHeld(none.key(), none.holder());
            case PeerFrame.Filled filled -> entries.locate(link.tag(), filled.count(), filled.ageing());
            default -> link.answer(id, new PeerFrame.Failed("a frame " + question.kind() + " is no question"));
        }
    }

    /** A node leads for itself only. */
    private static FetchLeader own(AnsweringLink link, FetchLeader mine) {
        return new FetchLeader(link.tag(), mine.number());
    }

    /** Runs a step, which gives the answer, when an entry's backup has been restored; at once as a rule. */
    void whenRestored(AnsweringLink link, int id, String key, Runnable step) {
        CompletableFuture<@Nullable Void> restoring = backed.restoring(key);
        if (restoring == null) {
            step.run();
        } else {
            link.answerBy(Runnable::run, id, () -> restoring.thenRun(() -> link.answerLater(id, step, () -> {})));
        }
    }
}
