package io.gosling.purge;

import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.OutgoingMessage;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in the purge protocol, which keeps what is served fresh: it requests its lease, applies and spreads
 * purges, and votes if it is a quorum member.
 *
 * <p>Belongs to one thread, its owner; only {@link #serving} and {@link #claimed} may be read by others. Each call is
 * one step: it takes the time, does what is due, makes durable what it is about to send, and returns the messages to
 * send. Messages to the sender of the received one may go back as its answer. {@code now} is this node's
 * {@link System#nanoTime}, taken when the step begins.
 */
public final class PurgeParticipant implements AutoCloseable {
    private final PurgeContext context;
    private final LeaseRenewal lease;
    private final RequestedPurges pendingPurges;
    private final @Nullable LocalQuorumMember voter;

    /**
     * Begins: without a lease, and as a quorum member with the state in its storage.
     *
     * @param storage that of a quorum member, closed with this; not used on other nodes
     */
    public PurgeParticipant(
            NodeIncarnation self,
            Quorum voters,
            PurgeSettings settings,
            QuorumMemberStorage storage,
            PurgeEnvironment ports,
            long now) {
        this(self, voters, new QuorumRules(settings), LeaseGrants::new, storage, ports, now);
    }

    PurgeParticipant(
            NodeIncarnation self,
            Quorum voters,
            QuorumRules rules,
            Function<QuorumRules, LeaseGrants> lessees,
            QuorumMemberStorage storage,
            PurgeEnvironment ports,
            long now) {
        CurrentLease serving = new CurrentLease(ports.copies(), now);
        this.context = new PurgeContext(
                voters,
                rules,
                ports,
                serving,
                new ReplicatedPurgeSet(rules.settings, ports.copies(), serving),
                new PurgeMessageOutbox(self));
        this.lease = new LeaseRenewal(context, now);
        this.pendingPurges = new RequestedPurges(context);
        this.voter = voters.contains(self.node())
                ? new LocalQuorumMember(context, lessees.apply(rules), QuorumMemberFile.open(storage), now)
                : null;
    }

    /** The reason why the quorum member's file could not be used when it was opened; null if it could. */
    public @Nullable String fileFailure() {
        return voter == null ? null : voter.file.failure;
    }

    /** This node's lease, for threads that serve. */
    public CurrentLease serving() {
        return context.serving();
    }

    /** Returns true while no purge is under way here. */
    public boolean isIdle() {
        return pendingPurges.isIdle() && (voter == null || voter.drives.isIdle());
    }

    /** Does what is due. Called every 50 ms, or while {@link #isIdle} every fifth of the interval of asks. */
    public List<OutgoingMessage> tick(long now) {
        context.log().tick(now);
        if (lease.isDue(now)) {
            context.voters().names().forEach(name -> context.post().send(name, lease.ask(now)));
        }
        pendingPurges.tick(now);
        if (voter != null) {
            voter.drives.tick(now);
        }
        return end(now);
    }

    /**
     * Takes messages that have arrived together, in one step, which waits for the disk once. A message that is not for
     * this process, or from a node without that role, changes nothing.
     */
    public List<OutgoingMessage> receive(List<AddressedPurgeMessage> envelopes, long now) {
        for (AddressedPurgeMessage envelope : envelopes) {
            if (context.post().isForUs(envelope)) {
                take(envelope.from(), envelope.message(), now);
                settleOwn(now);
            }
        }
        return end(now);
    }

    /**
     * Purges everywhere.
     *
     * @param told receives the outcome once, on the owner's thread: within two deadlines
     */
    public List<OutgoingMessage> purge(PurgeRequest purge, Consumer<PurgeOutcome> told, long now) {
        pendingPurges.begin(purge, told, now);
        return end(now);
    }

    /** Stops serving from memory, and notifies the quorum members that purges need not wait for this node. */
    public List<OutgoingMessage> leave(long now) {
        lease.leave(now);
        context.voters().names().forEach(name -> context.post().send(name, new PurgeMessage.Goodbye()));
        return end(now);
    }

    /** The purges that this node knows. */
    public PurgeVersionVector clock() {
        return context.log().clock();
    }

    /**
     * The version vector to send with a request for a copy: every purge that has taken effect on this node's copies,
     * and perhaps one that is about to. A node that knows less must not answer. For any thread, also during a step.
     */
    public PurgeVersionVector claimed() {
        return context.log().claimed();
    }

    /** The state of this node's lease and vote, for operators. */
    public LeaseAndVoteStatus vouching(long now) {
        SortedSet<String> heard = lease.heard(now);
        SortedSet<String> unheard = new TreeSet<>(context.voters().names());
        unheard.removeAll(heard);
        unheard.remove(context.self());
        return new LeaseAndVoteStatus(
                serving().holds(now),
                heard,
                unheard,
                voter != null,
                voter != null && voter.votes(),
                voter == null ? 0 : voter.epoch(),
                voter == null ? "" : voter.trouble());
    }

    @Override
    public void close() {
        if (voter != null) {
            voter.file.close();
        }
    }

    private void take(NodeIncarnation from, PurgeMessage message, long now) {
        switch (message) {
            case PurgeMessage.Grant grant -> granted(from, grant, now);
            case PurgeMessage.Tell tell -> told(from, tell.record(), now);
            case PurgeMessage.UnderWay underWay -> pendingPurges.underWay(from, underWay.pendingPurge(), now);
            case PurgeMessage.Refused refused -> pendingPurges.refused(from, refused, now);
            case PurgeMessage.Done done -> pendingPurges.done(from, done);
            default -> {
                if (voter != null) {
                    voter.take(from, message, now);
                } else if (message instanceof PurgeMessage.Drive drive) {
                    context.post().reply(from, new PurgeMessage.Refused(drive.pendingPurge(), "it is no voter"));
                }
            }
        }
    }

    private void granted(NodeIncarnation from, PurgeMessage.Grant grant, long now) {
        if (!context.voters().contains(from.node())) {
            return;
        }
        PurgeVersionVector before = context.log().clock();
        boolean knowsAll = lease.take(from.node(), grant, now);
        if (voter != null) {
            voter.heardGrant(from, grant, knowsAll, now);
        }
        if (!knowsAll && !context.log().clock().equals(before)) {
            // There was more than fits into one message.
            askFor(from, now);
        }
    }

    /** Asks for missing purges, unless this node has left: purges would wait for its lease. */
    private void askFor(NodeIncarnation from, long now) {
        if (!lease.hasLeft()) {
            context.post().reply(from, lease.ask(now));
        }
    }

    /** Applies a purge, then acknowledges it. An earlier purge that is missing here is requested. */
    private void told(NodeIncarnation from, PurgeRecord record, long now) {
        if (!context.log().learn(PurgeRecordRange.of(record), now)) {
            askFor(from, now);
        } else if (voter == null || !voter.answers(from, record.stream(), now)) {
            context.post()
                    .reply(
                            from,
                            new PurgeMessage.Acknowledge(
                                    record.stream(), context.log().clock().at(record.stream())));
        }
    }

    private void settleOwn(long now) {
        for (AddressedPurgeMessage own = context.post().nextToSelf();
                own != null;
                own = context.post().nextToSelf()) {
            take(context.post().self, own.message(), now);
        }
    }

    /** The end of a step: first its messages to this node itself, then the disk, then the messages to others. */
    private List<OutgoingMessage> end(long now) {
        settleOwn(now);
        String doubt = voter == null || voter.sync(now) ? "" : voter.trouble();
        List<OutgoingMessage> envelopes = context.post().take();
        for (RequestedPurges.Report report : pendingPurges.takeReports()) {
            report.told()
                    .accept(
                            doubt.isEmpty()
                                    ? report.outcome()
                                    : report.outcome().inDoubt(doubt));
        }
        return doubt.isEmpty() ? envelopes : List.of();
    }
}
