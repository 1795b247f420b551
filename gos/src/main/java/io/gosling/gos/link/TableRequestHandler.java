package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.OwnedEntries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of other nodes on directory entries, on the event loop. It answers for any key: a node that
 * sees other members may ask the wrong owner, and an entry is a hint.
 */
record TableRequestHandler(OwnedEntries entries) {
    /** Answers a question of a link, on the link's loop. */
    void answer(IncomingLink link, int id, PeerFrame question) {
        PeerFrame answer = apply(link.tag(), question);
        if (answer != null) {
            link.answer(id, answer);
        }
    }

    /** Applies a frame of a node, which leads for itself only; returns the answer, or null where it has none. */
    @Nullable
    PeerFrame apply(int tag, PeerFrame frame) {
        return switch (frame) {
            case PeerFrame.Locate locate -> new PeerFrame.Located(locate(tag, locate));
            case PeerFrame.Claim claim ->
                new PeerFrame.Located(entries.claim(claim.key(), own(tag, claim.mine()), claim.failed()));
            case PeerFrame.Changed changed ->
                new PeerFrame.Located(entries.changed(tag, changed.key(), changed.since()));
            case PeerFrame.Report report ->
                new PeerFrame.Reported(entries.report(tag, report.counts(), report.ageing()));
            case PeerFrame.Clear clear -> {
                entries.clear();
                yield new PeerFrame.Reported(List.of());
            }
            case PeerFrame.Notice notice -> {
                apply(tag, notice);
                yield null;
            }
            default -> new PeerFrame.Failed("a frame " + frame.kind() + " is no question");
        };
    }

    EntrySummary locate(int tag, PeerFrame.Locate locate) {
        return entries.locate(tag, locate.count(), locate.ageing());
    }

    private void apply(int tag, PeerFrame.Notice notice) {
        switch (notice) {
            case PeerFrame.Ended ended -> entries.end(ended.key(), own(tag, ended.mine()), ended.held());
            case PeerFrame.NotHeld none -> entries.notHeld(none.key(), none.holder());
            case PeerFrame.Filled filled -> entries.locate(tag, filled.count(), filled.ageing());
            case PeerFrame.Invalidate invalidate -> {}
        }
    }

    private static FetchLeaderTag own(int tag, FetchLeaderTag mine) {
        return new FetchLeaderTag(tag, mine.number());
    }
}
