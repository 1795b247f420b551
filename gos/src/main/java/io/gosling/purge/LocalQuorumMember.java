package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A quorum member: it grants leases, states which nodes may hold one, and numbers purges. Its statements are on its
 * disk before the message that carries them leaves. Belongs to the owner of {@link PurgeParticipant}.
 *
 * <pre>
 *   1 blank:   it has no file that can be trusted, or one of an epoch that is over; it reports this and nothing else
 *   2 voting:  it had its file, or learnt what enough others know ({@link BlankMemberRecovery}), or was told to begin
 *              ({@link EpochFounder})
 *   3 mute:    its file cannot be written: it sends nothing until it can be, and then is in the state where it was
 * </pre>
 */
final class LocalQuorumMember {
    private static final long RETRY_NANOS = 5_000_000_000L;

    private final PurgeContext context;
    private final ReplicatedPurgeSet log;
    private final QuorumMemberFile file;
    private final LeaseGrants lessees;
    private final BlankMemberRecovery blankness;

    private long epoch;
    private long stream;
    private long votingSince;
    private boolean mute;
    private long muteUntil;
    private String trouble = "";

    LocalQuorumMember(
            PurgeContext context, QuorumMemberFile file, LeaseGrants lessees, BlankMemberRecovery blankness, long now) {
        this.context = context;
        this.log = context.log();
        this.file = file;
        this.lessees = lessees;
        this.blankness = blankness;
        file.restored.ifPresent(restored -> {
            restored.runs().forEach(run -> log.catchUp(run, now));
            vote(restored.epoch(), restored.stream(), now);
        });
    }

    private void vote(long in, long numbering, long now) {
        epoch = in;
        stream = numbering;
        votingSince = now;
        lessees.clear();
        blankness.over(in);
        log.keepJournal(file::append);
    }

    /** Begins to vote in an epoch; possible lessees are not known yet. */
    void enter(long founded, long now) {
        long numbering = context.ports().random().nextLong();
        file.begin(founded, numbering, log.whole());
        vote(founded, numbering, now);
    }

    private void leave(long now) {
        epoch = 0;
        lessees.clear();
        blankness.begin(now);
        log.keepJournal(run -> {});
    }

    boolean votes() {
        return epoch != 0 && !mute;
    }

    long epoch() {
        return epoch;
    }

    /** A description of the fault of its file; empty for none. */
    String trouble() {
        return trouble;
    }

    /** The answer to a node that requests its lease, if there is one. */
    Optional<PurgeMessage> answer(NodeIncarnation requester, PurgeMessage.Ask ask, long now) {
        if (mute) {
            return Optional.empty();
        }
        if (epoch == 0) {
            return Optional.of(new PurgeMessage.Blank(ask.sent(), blankness.highest()));
        }
        // First, so that a node missing from a purge's lessees finds the purge in the version vector.
        if (!lessees.remember(requester, now)) {
            return Optional.empty();
        }
        return Optional.of(new PurgeMessage.Grant(ask.sent(), epoch, log.clock(), log.since(ask.clock())));
    }

    Optional<PurgeMessage> vote(long ofStream, long now) {
        if (!votes()) {
            return Optional.empty();
        }
        return Optional.of(new PurgeMessage.Vote(
                epoch,
                ofStream,
                log.clock().at(ofStream),
                context.rules().knowsLessees(votingSince, now) ? Optional.of(lessees.named(now)) : Optional.empty()));
    }

    /** Gives a purge the next number, in the log and file first. */
    PurgeRecord number(PurgeRequest purge, long now) {
        PurgeRecord record = new PurgeRecord(stream, log.clock().at(stream) + 1, purge);
        log.learn(PurgeRecordRange.of(record), now);
        return record;
    }

    void forget(NodeIncarnation node) {
        lessees.forget(node);
    }

    /** Handles a node's epoch; if it is later than this member's, this member has to join a new one. */
    void heardOf(long in, long now) {
        blankness.heard(in);
        if (epoch != 0 && in > epoch) {
            leave(now);
        }
    }

    /**
     * Handles a vote of an epoch.
     *
     * @param learnt time at which that member was asked for its knowledge; empty when something is missing
     */
    void heardVote(String voter, long in, OptionalLong learnt, long now) {
        heardOf(in, now);
        if (epoch == 0 && learnt.isPresent()) {
            blankness.learnt(voter, in, learnt.getAsLong());
            if (blankness.isOver(in)) {
                enter(in, now);
            }
        }
    }

    void invited(long to, long now) {
        if (epoch == 0 && blankness.mayEnter(to)) {
            enter(to, now);
        }
    }

    /** Writes this step to the disk; after false nothing of it may leave. */
    boolean sync(long now) {
        if (mute && now - muteUntil < 0) {
            return true;
        }
        boolean said = !mute;
        try {
            if (epoch != 0 && (mute || file.isLong())) {
                file.begin(epoch, stream, log.whole());
            }
            file.sync();
            mute = false;
            trouble = "";
            return true;
        } catch (IOException e) {
            mute = true;
            muteUntil = now + RETRY_NANOS;
            trouble = "the voter's file cannot be written: " + e.getMessage();
            return !said;
        }
    }
}
