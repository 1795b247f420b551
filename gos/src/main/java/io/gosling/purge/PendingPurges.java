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

    private static final class Errand {
        final Purge purge;
        final Consumer<PurgeOutcome> told;
        final long begun;
        /** The index of the present member, which goes through the names in turn. */
        int voter;

        long lastWord;
        long nextAsking;
        boolean isUnderWay;
        String refusal;

        Errand(Purge purge, Consumer<PurgeOutcome> told, String refusal, long now) {
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
    private final Map<Long, Errand> errands = new HashMap<>();
    private List<Report> reports = new ArrayList<>();
    private long last;

    /** A quorum member asks itself first, the others ask in the order of the names. */
    PendingPurges(Quorum voters, PurgeSettings settings, CopyStore copies, Outbox post) {
        this.settings = settings;
        this.copies = copies;
        this.post = post;
        this.candidates = new ArrayList<>(voters.names());
        if (candidates.remove(post.self().node())) {
            candidates.addFirst(post.self().node());
        }
    }

    void begin(Purge purge, Consumer<PurgeOutcome> told, long now) {
        if (errands.size() >= MOST) {
            reports.add(new Report(told, PurgeOutcome.failed(MOST + " purges are under way at this node; try again")));
            return;
        }
        last++;
        Errand errand = new Errand(purge, told, "no voter has answered: " + String.join(", ", candidates), now);
        errands.put(last, errand);
        ask(last, errand, now);
    }

    private void ask(long number, Errand errand, long now) {
        errand.nextAsking = now + settings.resend().toNanos();
        post.send(candidates.get(errand.voter), new Message.Drive(number, errand.purge));
    }

    void underWay(Incarnation by, long number, long now) {
        Errand errand = errands.get(number);
        if (errand != null && isAsked(errand, by)) {
            errand.lastWord = now;
            errand.isUnderWay = true;
        }
    }

    void refused(Incarnation by, Message.Refused refused, long now) {
        Errand errand = errands.get(refused.errand());
        if (errand != null && isAsked(errand, by)) {
            errand.refusal = by.node() + " refused: " + refused.reason();
            errand.isUnderWay = false;
            errand.lastWord = now - settings.nextVoter().toNanos();
        }
    }

    /** A completion counts from any coordinator; a failure only from the member that is asked now. */
    void done(Incarnation by, Message.Done done) {
        Errand errand = errands.get(done.errand());
        if (errand != null && (done.outcome().complete() || isAsked(errand, by))) {
            errands.remove(done.errand());
            reports.add(new Report(errand.told, done.outcome()));
        }
    }

    private boolean isAsked(Errand errand, Incarnation voter) {
        return candidates.get(errand.voter).equals(voter.node());
    }

    void tick(long now) {
        errands.entrySet().removeIf(entry -> {
            Errand errand = entry.getValue();
            if (isOver(errand, now)) {
                // Nobody has numbered it for us: at least this node's own copies go.
                copies.apply(errand.purge);
                reports.add(new Report(errand.told, PurgeOutcome.failed(errand.refusal)));
                return true;
            }
            if (now - errand.lastWord >= patience(errand)) {
                errand.voter = (errand.voter + 1) % candidates.size();
                errand.lastWord = now;
                errand.isUnderWay = false;
                ask(entry.getKey(), errand, now);
            } else if (now - errand.nextAsking >= 0) {
                ask(entry.getKey(), errand, now);
            }
            return false;
        });
    }

    /** A coordinating member is asked again at each {@code resend}. */
    private long patience(Errand errand) {
        return settings.nextVoter().toNanos()
                + (errand.isUnderWay ? 4 * settings.resend().toNanos() : 0);
    }

    /** Two deadlines for one that is under way, since its first coordinator may die just before the first deadline. */
    private boolean isOver(Errand errand, long now) {
        return now - errand.begun
                > (errand.isUnderWay ? 2 : 1) * settings.deadline().toNanos();
    }

    List<Report> takeReports() {
        List<Report> taken = reports;
        reports = new ArrayList<>();
        return taken;
    }
}
