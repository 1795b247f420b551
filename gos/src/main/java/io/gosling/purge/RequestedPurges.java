package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The purges that were requested at this node, each passed to one quorum member after the other until one coordinates
 * it to its end. Two may coordinate the same one: that does no harm. Belongs to the owner of {@link PurgeParticipant}.
 */
final class RequestedPurges {
    /** Under way at a time; beyond, a purge fails at once. */
    static final int MOST = 1024;

    private static final class Pending {
        final PurgeRequest purge;
        final Consumer<PurgeOutcome> told;
        final long begun;

        /** The index of the present member, which goes through the names in turn. */
        int voter;

        long lastWord;
        long nextAsking;
        boolean isUnderWay;
        String refusal;

        Pending(PurgeRequest purge, Consumer<PurgeOutcome> told, String refusal, long now) {
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
    private final PurgeContext context;
    private final Map<Long, Pending> all = new HashMap<>();
    private List<Report> reports = new ArrayList<>();
    private long last;

    /** A quorum member asks itself first, the others ask in the order of the names. */
    RequestedPurges(PurgeContext context) {
        this.context = context;
        this.candidates = new ArrayList<>(context.voters().names());
        if (candidates.remove(context.self())) {
            candidates.addFirst(context.self());
        }
    }

    void begin(PurgeRequest purge, Consumer<PurgeOutcome> told, long now) {
        if (all.size() >= MOST) {
            reports.add(new Report(told, PurgeOutcome.failed(MOST + " purges are under way at this node; try again")));
            return;
        }
        last++;
        Pending pending = new Pending(purge, told, "no voter has answered: " + String.join(", ", candidates), now);
        all.put(last, pending);
        ask(last, pending, now);
    }

    private void ask(long number, Pending pending, long now) {
        pending.nextAsking = now + context.settings().resend().toNanos();
        context.post().send(candidates.get(pending.voter), new PurgeMessage.Drive(number, pending.purge));
    }

    void underWay(NodeIncarnation by, long number, long now) {
        Pending pending = all.get(number);
        if (pending != null && isAsked(pending, by)) {
            pending.lastWord = now;
            pending.isUnderWay = true;
        }
    }

    void refused(NodeIncarnation by, PurgeMessage.Refused refused, long now) {
        Pending pending = all.get(refused.pendingPurge());
        if (pending != null && isAsked(pending, by)) {
            pending.refusal = by.node() + " refused: " + refused.reason();
            pending.isUnderWay = false;
            pending.lastWord = now - context.settings().nextVoter().toNanos();
        }
    }

    /** A completion counts from any coordinator; a failure only from the member that is asked now. */
    void done(NodeIncarnation by, PurgeMessage.Done done) {
        Pending pending = all.get(done.pendingPurge());
        if (pending != null && (done.outcome().complete() || isAsked(pending, by))) {
            all.remove(done.pendingPurge());
            reports.add(new Report(pending.told, done.outcome()));
        }
    }

    private boolean isAsked(Pending pending, NodeIncarnation voter) {
        return candidates.get(pending.voter).equals(voter.node());
    }

    boolean isIdle() {
        return all.isEmpty();
    }

    void tick(long now) {
        all.entrySet().removeIf(entry -> {
            Pending pending = entry.getValue();
            if (isOver(pending, now)) {
                // Nobody has numbered it for us: at least this node's own copies go.
                context.ports().copies().apply(pending.purge);
                reports.add(new Report(pending.told, PurgeOutcome.failed(pending.refusal)));
                return true;
            }
            if (now - pending.lastWord >= timeout(pending)) {
                pending.voter = (pending.voter + 1) % candidates.size();
                pending.lastWord = now;
                pending.isUnderWay = false;
                ask(entry.getKey(), pending, now);
            } else if (now - pending.nextAsking >= 0) {
                ask(entry.getKey(), pending, now);
            }
            return false;
        });
    }

    /** A coordinating member is asked again at each {@code resend}. */
    private long timeout(Pending pending) {
        PurgeSettings settings = context.settings();
        long resends = pending.isUnderWay ? 4 * settings.resend().toNanos() : 0;
        return settings.nextVoter().toNanos() + resends;
    }

    /** Two deadlines for one that is under way, since its first coordinator may die just before the first deadline. */
    private boolean isOver(Pending pending, long now) {
        long deadline = context.settings().deadline().toNanos();
        return now - pending.begun > (pending.isUnderWay ? 2 : 1) * deadline;
    }

    List<Report> takeReports() {
        List<Report> taken = reports;
        reports = new ArrayList<>();
        return taken;
    }
}
