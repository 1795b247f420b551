package io.gosling.purge;

import io.gosling.purge.PurgeRound.Decision;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

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

    private final PurgeContext context;
    private final LocalQuorumMember voter;
    private final Map<Asked, PurgeRound> underWay = new LinkedHashMap<>();
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
        underWay.put(asked, round);
        tell(round, now);
    }

    void voted(NodeIncarnation by, PurgeMessage.Vote vote, long now) {
        underWay.values().forEach(round -> round.voted(by, vote, now));
        decide(now);
    }

    void acknowledged(NodeIncarnation by, long stream, long number, long now) {
        underWay.values().forEach(round -> round.acknowledged(by, stream, number));
        decide(now);
    }

    /** A node that requests a lease has applied all that its version vector stands for. */
    void asksForLease(NodeIncarnation by, PurgeVersionVector clock, long now) {
        underWay.values().forEach(round -> {
            long stream = round.record.stream();
            round.acknowledged(by, stream, clock.at(stream));
        });
        decide(now);
    }

    boolean isIdle() {
        return underWay.isEmpty();
    }

    void tick(long now) {
        decide(now);
        underWay.values().stream().filter(round -> now - round.nextTelling >= 0).forEach(round -> tell(round, now));
    }

    private void tell(PurgeRound round, long now) {
        round.nextTelling = now + context.settings().resend().toNanos();
        for (String node : round.toTell(context.voters())) {
            context.post().send(node, new PurgeMessage.Tell(round.record));
        }
    }

    private void decide(long now) {
        underWay.entrySet().removeIf(entry -> {
            PurgeRound round = entry.getValue();
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
