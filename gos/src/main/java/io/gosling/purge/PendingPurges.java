package io.gosling.purge;

import io.gosling.purge.message.Incarnation;
import io.gosling.purge.message.Message;
import io.gosling.purge.message.Purge;
import io.gosling.purge.message.PurgeOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The purges that were requested at this node, each passed to one quorum member after the other until one coordinates
 * it to its end. Two may coordinate the same one: that does no harm. Belongs to the owner of {@link PurgeParticipant}.
 */
final class PendingPurges {
    /** Under way at a time; beyond, a purge fails at once. */
    static final int MOST = 1024;

    private static final class PendingPurge {
        final Purge purge;
        final Consumer<PurgeOutcome> told;
        final long begun;
        /** The index of the present member, which goes through the names in turn. */
        int voter;

        long lastWord;
        long nextAsking;
        boolean isUnderWay;
        String refusal;

        PendingPurge(Purge purge, Consumer<PurgeOutcome> told, String refusal, long now) {
            this.refusal = refusal;
            this.purge = purge;
            this.told = told;
            this.begun = now;
            this.lastWord = now;
        }
    }

    /** A purge outcome and the callback that receives it when the step is over. */
    record Report(Consumer<PurgeOutcome> told, PurgeOutcome outcome) {}

    private final List<String> candidates;
    private final PurgeSettings settings;
    private final CopyStore copies;
    private final Outbox post;
    private final Map<Long, PendingPurge> pendingPurges = new HashMap<>();
    private List<Report> reports = new ArrayList<>();
    private long last;

    /** A quorum member asks itself first, the others ask in the order of the names. */
    PendingPurges(Quorum voters, PurgeSettings settings, CopyStore copies, Outbox post) {
        this.settings = settings;
        this.copies = copies;
        this.post = post;
        this.candidates = new ArrayList<>(voters.names());
        if (candidates.remove(post.self.node())) {
            candidates.addFirst(post.self.node());
        }
    }

    void begin(Purge purge, Consumer<PurgeOutcome> told, long now) {
        if (pendingPurges.size() >= MOST) {
            reports.add(new Report(told, PurgeOutcome.failed(MOST + " purges are under way at this node; try again")));
            return;
        }
        last++;
        PendingPurge pendingPurge =
                new PendingPurge(purge, told, "no voter has answered: " + String.join(", ", candidates), now);
        pendingPurges.put(last, pendingPurge);
        ask(last, pendingPurge, now);
    }

    private void ask(long number, PendingPurge pendingPurge, long now) {
        pendingPurge.nextAsking = now + settings.resend().toNanos();
        post.send(candidates.get(pendingPurge.voter), new Message.Drive(number, pendingPurge.purge));
    }

    void underWay(Incarnation by, long number, long now) {
        PendingPurge pendingPurge = pendingPurges.get(number);
        if (pendingPurge != null && isAsked(pendingPurge, by)) {
            pendingPurge.lastWord = now;
            pendingPurge.isUnderWay = true;
        }
    }

    void refused(Incarnation by, Message.Refused refused, long now) {
        PendingPurge pendingPurge = pendingPurges.get(refused.pendingPurge());
        if (pendingPurge != null && isAsked(pendingPurge, by)) {
            pendingPurge.refusal = by.node() + " refused: " + refused.reason();
            pendingPurge.isUnderWay = false;
            pendingPurge.lastWord = now - settings.nextVoter().toNanos();
        }
    }

    /** A completion counts from any coordinator; a failure only from the member that is asked now. */
    void done(Incarnation by, Message.Done done) {
        PendingPurge pendingPurge = pendingPurges.get(done.pendingPurge());
        if (pendingPurge != null && (done.outcome().complete() || isAsked(pendingPurge, by))) {
            pendingPurges.remove(done.pendingPurge());
            reports.add(new Report(pendingPurge.told, done.outcome()));
        }
    }

    private boolean isAsked(PendingPurge pendingPurge, Incarnation voter) {
        return candidates.get(pendingPurge.voter).equals(voter.node());
    }

    void tick(long now) {
        pendingPurges.entrySet().removeIf(entry -> {
            PendingPurge pendingPurge = entry.getValue();
            if (isOver(pendingPurge, now)) {
                // Nobody has numbered it for us: at least this node's own copies go.
                copies.apply(pendingPurge.purge);
                reports.add(new Report(pendingPurge.told, PurgeOutcome.failed(pendingPurge.refusal)));
                return true;
            }
            if (now - pendingPurge.lastWord >= timeout(pendingPurge)) {
                pendingPurge.voter = (pendingPurge.voter + 1) % candidates.size();
                pendingPurge.lastWord = now;
                pendingPurge.isUnderWay = false;
                ask(entry.getKey(), pendingPurge, now);
            } else if (now - pendingPurge.nextAsking >= 0) {
                ask(entry.getKey(), pendingPurge, now);
            }
            return false;
        });
    }

    /** A coordinating member is asked again at each {@code resend}. */
    private long timeout(PendingPurge pendingPurge) {
        return settings.nextVoter().toNanos()
                + (pendingPurge.isUnderWay ? 4 * settings.resend().toNanos() : 0);
    }

    /** Two deadlines for one that is under way, since its first coordinator may die just before the first deadline. */
    private boolean isOver(PendingPurge pendingPurge, long now) {
        return now - pendingPurge.begun
                > (pendingPurge.isUnderWay ? 2 : 1) * settings.deadline().toNanos();
    }

    List<Report> takeReports() {
        List<Report> taken = reports;
        reports = new ArrayList<>();
        return taken;
    }
}
