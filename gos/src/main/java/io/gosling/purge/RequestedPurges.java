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
import java.util.function.UnaryOperator;

/**
 * The purges that were requested at this node, each passed to one quorum member after the other until one coordinates
 * it to its end. Two may coordinate the same one: that does no harm. Belongs to the owner of {@link PurgeParticipant}.
 */
final class RequestedPurges {
    /** Under way at a time; beyond, a purge fails at once. */
    static final int MOST = 1024;

    /**
     * A purge of this node.
     *
     * @param voter the index of the present member, which goes through the names in turn
     * @param lastWord time since which this member has been silent
     * @param refusal the reason of a failure, if no further member answers
     */
    private record Pending(
            PurgeRequest purge,
            Consumer<PurgeOutcome> told,
            long begun,
            int voter,
            long lastWord,
            long nextAsking,
            boolean isUnderWay,
            String refusal) {
        Pending underWay(long now) {
            return new Pending(purge, told, begun, voter, now, nextAsking, true, refusal);
        }

        Pending refused(String why, long silentSince) {
            return new Pending(purge, told, begun, voter, silentSince, nextAsking, false, why);
        }

        Pending passedTo(int other, long now) {
            return new Pending(purge, told, begun, other, now, nextAsking, false, refusal);
        }

        Pending asked(long next) {
            return new Pending(purge, told, begun, voter, lastWord, next, isUnderWay, refusal);
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
        String silence = "no voter has answered: " + String.join(", ", candidates);
        all.put(last, ask(last, new Pending(purge, told, now, 0, now, now, false, silence), now));
    }

    private Pending ask(long number, Pending pending, long now) {
        context.post().send(candidates.get(pending.voter()), new PurgeMessage.Drive(number, pending.purge()));
        return pending.asked(now + context.settings().resend().toNanos());
    }

    void underWay(NodeIncarnation by, long number, long now) {
        heard(by, number, pending -> pending.underWay(now));
    }

    void refused(NodeIncarnation by, PurgeMessage.Refused refused, long now) {
        long silentSince = now - context.settings().nextVoter().toNanos();
        heard(
                by,
                refused.pendingPurge(),
                pending -> pending.refused(by.node() + " refused: " + refused.reason(), silentSince));
    }

    private void heard(NodeIncarnation by, long number, UnaryOperator<Pending> news) {
        all.computeIfPresent(number, (same, pending) -> isAsked(pending, by) ? news.apply(pending) : pending);
    }

    /** A completion counts from any coordinator; a failure only from the member that is asked now. */
    void done(NodeIncarnation by, PurgeMessage.Done done) {
        Pending pending = all.get(done.pendingPurge());
        if (pending != null && (done.outcome().complete() || isAsked(pending, by))) {
            all.remove(done.pendingPurge());
            reports.add(new Report(pending.told(), done.outcome()));
        }
    }

    private boolean isAsked(Pending pending, NodeIncarnation voter) {
        return candidates.get(pending.voter()).equals(voter.node());
    }

    boolean isIdle() {
        return all.isEmpty();
    }

    void tick(long now) {
        all.values().removeIf(pending -> {
            boolean isOver = isOver(pending, now);
            if (isOver) {
                // Nobody has numbered it for us: at least this node's own copies go.
                context.ports().copies().apply(pending.purge());
                reports.add(new Report(pending.told(), PurgeOutcome.failed(pending.refusal())));
            }
            return isOver;
        });
        all.replaceAll((number, pending) -> {
            if (now - pending.lastWord() >= timeout(pending)) {
                return ask(number, pending.passedTo((pending.voter() + 1) % candidates.size(), now), now);
            }
            return now - pending.nextAsking() >= 0 ? ask(number, pending, now) : pending;
        });
    }

    /** A coordinating member is asked again at each {@code resend}. */
    private long timeout(Pending pending) {
        PurgeSettings settings = context.settings();
        long resends = pending.isUnderWay() ? 4 * settings.resend().toNanos() : 0;
        return settings.nextVoter().toNanos() + resends;
    }

    /** Two deadlines for one that is under way, since its first coordinator may die just before the first deadline. */
    private boolean isOver(Pending pending, long now) {
        long deadline = context.settings().deadline().toNanos();
        return now - pending.begun() > (pending.isUnderWay() ? 2 : 1) * deadline;
    }

    List<Report> takeReports() {
        List<Report> taken = reports;
        reports = new ArrayList<>();
        return taken;
    }
}
