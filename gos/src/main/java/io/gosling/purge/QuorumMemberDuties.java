package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The duties of a node that is a quorum member: it answers lease requests, votes on purges, coordinates the purges
 * that are passed to it, and, if it is the first member, starts the first epoch. Belongs to the owner of
 * {@link PurgeParticipant}.
 */
final class QuorumMemberDuties {
    private final PurgeContext context;
    final LocalQuorumMember voter;
    private final BlankMemberRecovery blankness;
    private final EpochFounder epochFounder;
    private final PurgeCoordinator drives;

    QuorumMemberDuties(PurgeContext context, LeaseGrants lessees, QuorumMemberFile file, long now) {
        this.context = context;
        this.blankness = new BlankMemberRecovery(context, now);
        this.voter = new LocalQuorumMember(context, file, lessees, blankness, now);
        this.epochFounder = new EpochFounder(context);
        this.drives = new PurgeCoordinator(context, voter);
    }

    /** Takes a message for quorum members alone. */
    void take(NodeIncarnation from, PurgeMessage message, long now) {
        switch (message) {
            case PurgeMessage.Ask ask -> {
                drives.asksForLease(from, ask.clock(), now);
                voter.answer(from, ask, now).ifPresent(answer -> context.post().reply(from, answer));
            }
            case PurgeMessage.Goodbye unused -> voter.forget(from);
            case PurgeMessage.Blank blank -> heardBlank(from, blank, now);
            case PurgeMessage.Found found -> {
                if (from.node().equals(context.voters().first())) {
                    voter.invited(found.epoch(), now);
                }
            }
            case PurgeMessage.Drive drive -> drives.asked(from, drive, now);
            case PurgeMessage.Vote vote -> {
                if (context.voters().contains(from.node())) {
                    drives.voted(from, vote, now);
                }
            }
            case PurgeMessage.Acknowledge told -> drives.acknowledged(from, told.stream(), told.number(), now);
            default -> throw new IllegalStateException(message + " is not for voters alone");
        }
    }

    /** Answers the coordinator of a logged purge; returns false if this member does not vote. */
    boolean answers(NodeIncarnation coordinator, long stream, long now) {
        Optional<PurgeMessage> vote = voter.vote(stream, now);
        vote.ifPresent(said -> context.post().reply(coordinator, said));
        return vote.isPresent();
    }

    /** Handles a grant, also this member's own. */
    void heardGrant(NodeIncarnation from, PurgeMessage.Grant grant, boolean knowsAll, long now) {
        epochFounder.voted(from.node());
        OptionalLong learnt = knowsAll ? OptionalLong.of(grant.sent()) : OptionalLong.empty();
        voter.heardVote(from.node(), grant.epoch(), learnt, now);
    }

    /** Handles a blank member's report, also this one's. */
    private void heardBlank(NodeIncarnation from, PurgeMessage.Blank blank, long now) {
        if (!context.voters().contains(from.node())) {
            return;
        }
        voter.heardOf(blank.epoch(), now);
        if (!context.self().equals(context.voters().first())) {
            return;
        }
        if (voter.epoch() != 0 && epochFounder.isInvited(from)) {
            context.post().reply(from, new PurgeMessage.Found(voter.epoch()));
            return;
        }
        epochFounder.saidBlank(from, blank.sent());
        if (epochFounder.isNeeded(now)) {
            voter.enter(epochFounder.found(blankness.highest()), now);
            epochFounder.invited.stream()
                    .filter(invited -> !invited.equals(context.post().self))
                    .forEach(invited -> context.post().reply(invited, new PurgeMessage.Found(voter.epoch())));
        }
    }

    boolean isIdle() {
        return drives.isIdle();
    }

    void tick(long now) {
        drives.tick(now);
    }

    /** Returns true if this step is on the disk; otherwise nothing of it may be sent. */
    boolean sync(long now) {
        boolean held = voter.sync(now);
        if (!held) {
            drives.stepFailed();
        }
        return held;
    }
}
