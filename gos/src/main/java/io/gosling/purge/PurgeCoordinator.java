package io.gosling.purge;

import io.gosling.purge.PurgeRound.Decision;
import io.gosling.purge.message.Incarnation;
import io.gosling.purge.message.Message;
import io.gosling.purge.message.Purge;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeVersions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The purges that this quorum member coordinates or has coordinated lately, by requester. Belongs to the owner of
 * {@link PurgeParticipant}.
 */
final class PurgeCoordinator {
    /** Purges under way at a time; beyond, another quorum member has to be asked. */
    static final int MOST = 1024;

    /** Outcomes remembered for requesters that missed them. */
    private static final int MOST_ENDED = 4096;

    private record Asked(Incarnation by, long pendingPurge) {}

    private static final class UnderWay {
        final PurgeRound drive;
        long nextTelling;

        UnderWay(PurgeRound drive) {
            this.drive = drive;
        }
    }

    private final Quorum voters;
    private final QuorumRules rules;
    private final QuorumMember voter;
    private final Outbox post;
    private final Supplier<? extends Collection<String>> nodes;
    private final Map<Asked, UnderWay> underWay = new LinkedHashMap<>();
    private final Map<Asked, PurgeOutcome> ended = new LinkedHashMap<>();
    /** Ended in this step, whose claims may not be on the disk yet. */
    private final List<Asked> endedNow = new ArrayList<>();

    /** Creates the coordinator; purges go to the visible {@code nodes}, and nothing is counted by them. */
    PurgeCoordinator(
            Quorum voters,
            QuorumRules rules,
            QuorumMember voter,
            Outbox post,
            Supplier<? extends Collection<String>> nodes) {
        this.voters = voters;
        this.rules = rules;
        this.voter = voter;
        this.post = post;
        this.nodes = nodes;
    }

    void asked(Incarnation by, Message.Drive drive, long now) {
        Asked asked = new Asked(by, drive.pendingPurge());
        PurgeOutcome outcome = ended.get(asked);
        if (outcome != null) {
            post.reply(by, new Message.Done(drive.pendingPurge(), outcome));
        } else if (underWay.containsKey(asked)) {
            post.reply(by, new Message.UnderWay(drive.pendingPurge()));
        } else if (!voter.votes()) {
            String why = voter.trouble().isEmpty() ? "it does not vote yet" : voter.trouble();
            post.reply(by, new Message.Refused(drive.pendingPurge(), why));
        } else if (underWay.size() >= MOST) {
            post.reply(by, new Message.Refused(drive.pendingPurge(), MOST + " purges are under way there"));
        } else {
            post.reply(by, new Message.UnderWay(drive.pendingPurge()));
            begin(asked, drive.purge(), now);
        }
    }

    private void begin(Asked asked, Purge purge, long now) {
        TreeSet<String> known = new TreeSet<>(nodes.get());
        known.addAll(voters.names());
        PurgeRecord record = voter.number(purge, now);
        UnderWay begun = new UnderWay(new PurgeRound(record, voter.epoch(), post.self.node(), known, now));
        underWay.put(asked, begun);
        tell(begun, now);
    }

    void voted(Incarnation by, Message.Vote vote, long now) {
        underWay.values().forEach(one -> one.drive.voted(by, vote, now));
        decide(now);
    }

    void acknowledged(Incarnation by, long stream, long number, long now) {
        underWay.values().forEach(one -> one.drive.acknowledged(by, stream, number));
        decide(now);
    }

    /** A node that requests a lease has applied all that its version vector stands for. */
    void asksForLease(Incarnation by, PurgeVersions clock, long now) {
        underWay.values().forEach(one -> {
            long stream = one.drive.record.stream();
            one.drive.acknowledged(by, stream, clock.at(stream));
        });
        decide(now);
    }

    void tick(long now) {
        decide(now);
        underWay.values().stream().filter(one -> now - one.nextTelling >= 0).forEach(one -> tell(one, now));
    }

    private void tell(UnderWay one, long now) {
        one.nextTelling = now + rules.settings.resend().toNanos();
        for (String node : one.drive.toTell(voters)) {
            post.send(node, new Message.Tell(one.drive.record));
        }
    }

    private void decide(long now) {
        underWay.entrySet().removeIf(entry -> {
            PurgeRound drive = entry.getValue().drive;
            Decision decision = drive.decide(voters, rules, voter.epoch(), now);
            if (decision == Decision.NOT_YET) {
                return false;
            }
            boolean complete = decision == Decision.COMPLETE;
            end(entry.getKey(), drive.outcome(complete, complete ? "" : drive.missing(voters)));
            return true;
        });
    }

    private void end(Asked asked, PurgeOutcome outcome) {
        ended.put(asked, outcome);
        endedNow.add(asked);
        if (ended.size() > MOST_ENDED) {
            ended.remove(ended.keySet().iterator().next());
        }
        post.reply(asked.by(), new Message.Done(asked.pendingPurge(), outcome));
    }

    /** Records that this step is on the disk. */
    void stepHolds() {
        endedNow.clear();
    }

    /** Records that this step may not be on the disk: none of it is certain. */
    void stepFailed(String why) {
        endedNow.forEach(asked -> ended.computeIfPresent(asked, (unused, outcome) -> outcome.inDoubt(why)));
        endedNow.clear();
        underWay.forEach((asked, one) -> ended.put(asked, one.drive.outcome(false, why)));
        underWay.clear();
    }
}
