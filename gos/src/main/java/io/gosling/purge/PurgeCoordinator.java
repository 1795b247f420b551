package io.gosling.purge;

import io.gosling.purge.PurgeRound.Decision;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The purges that this quorum member coordinates or has coordinated lately, by requester. Belongs to the owner of
 * {@link PurgeParticipant}.
 */
final class PurgeCoordinator {
    /** Purges under way at a time; beyond, another quorum member has to be asked. */
    static final int MOST = 1024;

    /** Outcomes remembered for requesters that missed them. */
    private static final int MOST_ENDED = 4096;

    private record Asked(NodeIncarnation by, long pendingPurge) {}

    /** @param nextTelling time at which the purge is sent again */
    private record Driven(PurgeRound round, long nextTelling) {}

    private final PurgeContext context;
    private final LocalQuorumMember voter;
    private final Map<Asked, Driven> underWay = new LinkedHashMap<>();
    private final Map<Asked, PurgeOutcome> ended = new LinkedHashMap<>();

    PurgeCoordinator(PurgeContext context, LocalQuorumMember voter) {
        this.context = context;
        this.voter = voter;
    }

    void asked(NodeIncarnation by, PurgeMessage.Drive drive, long now) {
        Asked asked = new Asked(by, drive.pendingPurge());
        PurgeOutcome outcome = ended.get(asked);
        if (outcome != null) {
            context.post().reply(by, new PurgeMessage.Done(drive.pendingPurge(), outcome));
        } else if (underWay.containsKey(asked)) {
            context.post().reply(by, new PurgeMessage.UnderWay(drive.pendingPurge()));
        } else if (!voter.votes()) {
            refuse(by, drive, voter.trouble().isEmpty() ? "it does not vote yet" : voter.trouble());
        } else if (underWay.size() >= MOST) {
            refuse(by, drive, MOST + " purges are under way there");
        } else {
            context.post().reply(by, new PurgeMessage.UnderWay(drive.pendingPurge()));
            begin(asked, drive.purge(), now);
        }
    }

    private void refuse(NodeIncarnation by, PurgeMessage.Drive drive, String why) {
        context.post().reply(by, new PurgeMessage.Refused(drive.pendingPurge(), why));
    }

    /** Sends a purge to all visible nodes; the votes decide which of them it waits for. */
    private void begin(Asked asked, PurgeRequest purge, long now) {
        TreeSet<String> known = new TreeSet<>(context.ports().nodes().get());
        known.addAll(context.voters().names());
        PurgeRound round = new PurgeRound(voter.number(purge, now), voter.epoch(), context.self(), known, now);
        underWay.put(asked, tell(round, now));
    }

    /** Takes news of the purges under way. */
    void heard(Consumer<PurgeRound> news, long now) {
        underWay.values().forEach(driven -> news.accept(driven.round()));
        decide(now);
    }

    boolean isIdle() {
        return underWay.isEmpty();
    }

    void tick(long now) {
        decide(now);
        underWay.replaceAll((asked, driven) -> now - driven.nextTelling() >= 0 ? tell(driven.round(), now) : driven);
    }

    private Driven tell(PurgeRound round, long now) {
        PurgeMessage message = new PurgeMessage.Tell(round.record());
        round.toTell(context.voters()).forEach(node -> context.post().send(node, message));
        return new Driven(round, now + context.settings().resend().toNanos());
    }

    private void decide(long now) {
        underWay.entrySet().removeIf(entry -> {
            PurgeRound round = entry.getValue().round();
            Decision decision = round.decide(context.voters(), context.rules(), voter.epoch(), now);
            if (decision == Decision.NOT_YET) {
                return false;
            }
            boolean complete = decision == Decision.COMPLETE;
            end(entry.getKey(), round.outcome(complete, complete ? "" : round.missing(context.voters())));
            return true;
        });
    }

    private void end(Asked asked, PurgeOutcome outcome) {
        ended.put(asked, outcome);
        if (ended.size() > MOST_ENDED) {
            ended.remove(ended.keySet().iterator().next());
        }
        context.post().reply(asked.by(), new PurgeMessage.Done(asked.pendingPurge(), outcome));
    }

    /**
     * Forgets all purges after a step that is not on the disk: what was decided in it must not leave. A node that asks
     * for one of them again is referred to another quorum member.
     */
    void stepFailed() {
        ended.clear();
        underWay.clear();
    }
}
