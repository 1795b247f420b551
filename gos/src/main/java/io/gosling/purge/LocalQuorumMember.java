package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeRequest;
import java.io.IOException;
import java.util.Optional;

/**
 * A quorum member: it grants leases, states which nodes may hold one, votes on purges and coordinates those that are
 * passed to it, and, if it is the first member, starts the first epoch. Its statements are on its disk before the
 * message that carries them leaves. Belongs to the owner of {@link PurgeParticipant}.
 *
 * <pre>
 *   1 blank:   it has no file that can be trusted, or one of an epoch that is over; it reports this and nothing else
 *   2 voting:  it had its file, or learnt what enough others know ({@link BlankMemberRecovery}), or was told to begin
 *              ({@link EpochFounder})
 *   3 mute:    its file cannot be written: it neither votes nor grants, and refuses to coordinate, until it can be;
 *              then it is in the state where it was
 * </pre>
 */
final class LocalQuorumMember {
    private static final long RETRY_NANOS = 5_000_000_000L;

    final QuorumMemberFile file;
    private final PurgeContext context;
    private final LeaseGrants lessees;
    private final BlankMemberRecovery recovery;
    private final EpochFounder epochFounder;
    final PurgeCoordinator drives;

    private long epoch;
    private long stream;
    private long votingSince;
    private long muteUntil;
    private String trouble = "";

    LocalQuorumMember(PurgeContext context, LeaseGrants lessees, QuorumMemberFile file, long now) {
        this.context = context;
        this.file = file;
        this.lessees = lessees;
        this.recovery = new BlankMemberRecovery(context, now);
        this.epochFounder = new EpochFounder(context);
        this.drives = new PurgeCoordinator(context, this);
        file.restored.ifPresent(restored -> {
            restored.runs().forEach(run -> context.log().catchUp(run, now));
            vote(restored.epoch(), restored.stream(), now);
        });
    }

    /** Takes a message for quorum members alone. */
    void take(NodeIncarnation from, PurgeMessage message, long now) {
        switch (message) {
            case PurgeMessage.Ask ask -> {
                // A node that requests a lease has applied all that its version vector stands for.
                drives.heard(
                        round -> round.acknowledged(
                                from, round.record().stream(), ask.clock().at(round.record().stream())),
                        now);
                answer(from, ask, now);
            }
            case PurgeMessage.Goodbye unused -> lessees.forget(from);
            case PurgeMessage.Blank blank -> {
                if (context.voters().contains(from.node())) {
                    heardBlank(from, blank, now);
                }
            }
            case PurgeMessage.Found found -> {
                if (from.node().equals(context.voters().first()) && epoch == 0 && recovery.mayEnter(found.epoch())) {
                    enter(found.epoch(), now);
                }
            }
            case PurgeMessage.Drive drive -> drives.asked(from, drive, now);
            case PurgeMessage.Vote vote -> {
                if (context.voters().contains(from.node())) {
                    drives.heard(round -> round.voted(from, vote, now), now);
                }
            }
            case PurgeMessage.Acknowledge told ->
                drives.heard(round -> round.acknowledged(from, told.stream(), told.number()), now);
            default -> throw new IllegalStateException(message + " is not for voters alone");
        }
    }

    private void vote(long in, long numbering, long now) {
        epoch = in;
        stream = numbering;
        votingSince = now;
        lessees.clear();
        recovery.over(in);
        context.log().keepJournal(file::append);
    }

    /** Begins to vote in an epoch; possible lessees are not known yet. */
    private void enter(long founded, long now) {
        long numbering = context.ports().random().nextLong();
        file.begin(founded, numbering, context.log().whole());
        vote(founded, numbering, now);
    }

    private void leave(long now) {
        epoch = 0;
        recovery.begin(now);
        context.log().keepJournal(run -> {});
    }

    boolean votes() {
        return epoch != 0 && trouble.isEmpty();
    }

    long epoch() {
        return epoch;
    }

    /** A description of the fault of its file; empty for none. */
    String trouble() {
        return trouble;
    }

    /** Answers a node that requests its lease, unless there are too many. */
    private void answer(NodeIncarnation requester, PurgeMessage.Ask ask, long now) {
        if (epoch == 0 && trouble.isEmpty()) {
            context.post().reply(requester, new PurgeMessage.Blank(ask.sent(), recovery.highest()));
        } else if (votes() && lessees.remember(requester, now)) {
            // Remembered first, so that a node missing from a purge's lessees finds the purge in the version vector.
            context.post()
                    .reply(
                            requester,
                            new PurgeMessage.Grant(
                                    ask.sent(),
                                    epoch,
                                    context.log().clock(),
                                    context.log().since(ask.clock())));
        }
    }

    /** Answers the coordinator of a logged purge; returns false if this member does not vote. */
    boolean answers(NodeIncarnation coordinator, long ofStream, long now) {
        if (votes()) {
            boolean knowsLessees = context.rules().knowsLessees(votingSince, now);
            context.post()
                    .reply(
                            coordinator,
                            new PurgeMessage.Vote(
                                    epoch,
                                    ofStream,
                                    context.log().clock().at(ofStream),
                                    knowsLessees ? Optional.of(lessees.named(now)) : Optional.empty()));
        }
        return votes();
    }

    /** Gives a purge the next number, in the log and file first. */
    PurgeRecord number(PurgeRequest purge, long now) {
        PurgeRecord record = new PurgeRecord(stream, context.log().clock().at(stream) + 1, purge);
        context.log().learn(PurgeRecordRange.of(record), now);
        return record;
    }

    /** Handles a node's epoch; if it is later than this member's, this member has to join a new one. */
    private void heardOf(long in, long now) {
        recovery.heard(in);
        if (epoch != 0 && in > epoch) {
            leave(now);
        }
    }

    /** Handles a grant, also this member's own. */
    void heardGrant(NodeIncarnation from, PurgeMessage.Grant grant, boolean knowsAll, long now) {
        epochFounder.voted(from.node());
        heardOf(grant.epoch(), now);
        if (epoch == 0 && knowsAll) {
            recovery.learnt(from.node(), grant.epoch(), grant.sent());
            if (recovery.isOver(grant.epoch())) {
                enter(grant.epoch(), now);
            }
        }
    }

    /** Handles a blank member's report, also this one's. */
    private void heardBlank(NodeIncarnation from, PurgeMessage.Blank blank, long now) {
        heardOf(blank.epoch(), now);
        if (!context.self().equals(context.voters().first())) {
            return;
        }
        if (epoch != 0 && epochFounder.invited.contains(from)) {
            context.post().reply(from, new PurgeMessage.Found(epoch));
            return;
        }
        epochFounder.saidBlank(from, blank.sent());
        if (epochFounder.isNeeded(now)) {
            enter(epochFounder.found(recovery.highest()), now);
            epochFounder.invited.stream()
                    .filter(invited -> !invited.equals(context.post().self))
                    .forEach(invited -> context.post().reply(invited, new PurgeMessage.Found(epoch)));
        }
    }

    /** Writes this step to the disk; after false nothing of it may leave. */
    boolean sync(long now) {
        boolean wasMute = !trouble.isEmpty();
        if (wasMute && now - muteUntil < 0) {
            return true;
        }
        try {
            if (epoch != 0 && (wasMute || file.isLong())) {
                file.begin(epoch, stream, context.log().whole());
            }
            file.sync();
            trouble = "";
            return true;
        } catch (IOException e) {
            muteUntil = now + RETRY_NANOS;
            trouble = "the voter's file cannot be written: " + e.getMessage();
            drives.stepFailed();
            return wasMute;
        }
    }
}
