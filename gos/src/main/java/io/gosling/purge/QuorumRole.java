package io.gosling.purge;

import io.gosling.purge.message.Incarnation;
import io.gosling.purge.message.Message;
import java.util.OptionalLong;

/**
 * The duties of a node that is a quorum member: it answers lease requests, votes on purges, coordinates the purges
 * that are passed to it, and, if it is the first member, starts the first epoch. Belongs to the owner of
 * {@link PurgeParticipant}.
 */
final class QuorumRole {
    private final Outbox post;
    private final Quorum voters;
    final QuorumMember voter;
    private final QuorumRecovery blankness;
    private final EpochFounder epochFounder;
    private final PurgeCoordinator drives;

    QuorumRole(
            Quorum voters,
            QuorumRules rules,
            LeaseGrants lessees,
            PurgeLog log,
            Outbox post,
            QuorumFile file,
            PurgePorts ports,
            long now) {
        String self = post.self.node();
        this.voters = voters;
        this.post = post;
        this.blankness = new QuorumRecovery(self, voters, rules, now);
        this.voter = new QuorumMember(rules, log, file, lessees, blankness, ports.random(), now);
        this.epochFounder = new EpochFounder(voters, rules, ports.wallMillis(), ports.random());
        this.drives = new PurgeCoordinator(voters, rules, voter, post, ports.nodes());
    }

    void asked(Incarnation by, Message.Ask ask, long now) {
        drives.asksForLease(by, ask.clock(), now);
        voter.answer(by, ask, now).ifPresent(answer -> post.reply(by, answer));
    }

    void forget(Incarnation node) {
        voter.forget(node);
    }

    /** Answers the coordinator of a logged purge, if this member votes. */
    boolean answers(Incarnation coordinator, long stream, long now) {
        return voter.vote(stream, now)
                .map(vote -> {
                    post.reply(coordinator, vote);
                    return true;
                })
                .orElse(false);
    }

    /** Handles a grant, also this member's own. */
    void heardGrant(Incarnation from, Message.Grant grant, boolean knowsAll, long now) {
        epochFounder.voted(from.node());
        OptionalLong learnt = knowsAll ? OptionalLong.of(grant.sent()) : OptionalLong.empty();
        voter.heardVote(from.node(), grant.epoch(), learnt, now);
    }

    /** Handles a blank member's report, also this one's. */
    void heardBlank(Incarnation from, Message.Blank blank, long now) {
        if (!voters.contains(from.node())) {
            return;
        }
        voter.heardOf(blank.epoch(), now);
        if (!post.self.node().equals(voters.first())) {
            return;
        }
        if (voter.epoch() != 0 && epochFounder.isInvited(from)) {
            post.reply(from, new Message.Found(voter.epoch()));
            return;
        }
        epochFounder.saidBlank(from, blank.sent());
        if (epochFounder.isNeeded(now)) {
            voter.enter(epochFounder.found(blankness.highest()), now);
            epochFounder.invited.stream()
                    .filter(invited -> !invited.equals(post.self))
                    .forEach(invited -> post.reply(invited, new Message.Found(voter.epoch())));
        }
    }

    void invited(Incarnation from, Message.Found found, long now) {
        if (from.node().equals(voters.first())) {
            voter.invited(found.epoch(), now);
        }
    }

    void drive(Incarnation by, Message.Drive drive, long now) {
        drives.asked(by, drive, now);
    }

    void voted(Incarnation by, Message.Vote vote, long now) {
        if (voters.contains(by.node())) {
            drives.voted(by, vote, now);
        }
    }

    void acknowledged(Incarnation by, Message.Acknowledge acknowledged, long now) {
        drives.acknowledged(by, acknowledged.stream(), acknowledged.number(), now);
    }

    void tick(long now) {
        drives.tick(now);
    }

    /** Returns true if this step is on the disk; otherwise nothing of it may be sent. */
    boolean sync(long now) {
        boolean held = voter.sync(now);
        if (held) {
            drives.stepHolds();
        } else {
            drives.stepFailed(voter.trouble());
        }
        return held;
    }
}
