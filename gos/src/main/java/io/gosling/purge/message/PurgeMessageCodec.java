package io.gosling.purge.message;

import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Encodes and decodes messages: a version, then one message after the other. Big-endian numbers, texts in UTF-8 with
 * their length before them. Without state; for any thread.
 */
public final class PurgeMessageCodec {
    /** More is not read, in bytes. */
    public static final int MOST_BYTES = 4 << 20;

    private static final int VERSION = 1;
    private static final int MOST_LESSEES = 1 << 16;

    private PurgeMessageCodec() {}

    /** @throws IllegalArgumentException when the messages do not fit into {@link #MOST_BYTES} */
    public static byte[] write(List<AddressedPurgeMessage> envelopes) {
        WireWriter out = new WireWriter(256);
        out.writeByte(VERSION);
        for (AddressedPurgeMessage envelope : envelopes) {
            PurgeValueCodec.incarnation(out, envelope.from());
            out.writeLong(envelope.to());
            message(out, envelope.message());
        }
        if (out.size() > MOST_BYTES) {
            throw new IllegalArgumentException(
                    envelopes.size() + " messages of " + out.size() + " bytes; expected " + MOST_BYTES + " at most");
        }
        return out.toByteArray();
    }

    /** @throws MalformedMessageException with the fault; nothing else is thrown */
    public static List<AddressedPurgeMessage> read(byte[] bytes) throws MalformedMessageException {
        if (bytes.length > MOST_BYTES) {
            throw new MalformedMessageException(
                    bytes.length + " bytes of messages; expected " + MOST_BYTES + " at most");
        }
        try {
            WireReader in = new WireReader(bytes);
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new MalformedMessageException("messages of version " + version + "; expected " + VERSION);
            }
            List<AddressedPurgeMessage> envelopes = new ArrayList<>();
            while (in.left() > 0) {
                envelopes.add(new AddressedPurgeMessage(PurgeValueCodec.incarnation(in), in.readLong(), message(in)));
            }
            return envelopes;
        } catch (EOFException e) {
            throw new MalformedMessageException("a message that ends too early, after " + bytes.length + " bytes");
        } catch (IOException | IllegalArgumentException e) {
            throw new MalformedMessageException(String.valueOf(e.getMessage()));
        }
    }

    private static void message(WireWriter out, PurgeMessage message) {
        switch (message) {
            case PurgeMessage.Ask ask -> PurgeValueCodec.clock(out.writeByte(1).writeLong(ask.sent()), ask.clock());
            case PurgeMessage.Grant grant -> {
                out.writeByte(2).writeLong(grant.sent()).writeLong(grant.epoch());
                PurgeValueCodec.clock(out, grant.clock());
                PurgeValueCodec.runs(out, grant.missing());
            }
            case PurgeMessage.Blank blank ->
                out.writeByte(3).writeLong(blank.sent()).writeLong(blank.epoch());
            case PurgeMessage.Found found -> out.writeByte(4).writeLong(found.epoch());
            case PurgeMessage.Tell tell -> {
                PurgeRecord record = tell.record();
                out.writeByte(5).writeLong(record.stream()).writeLong(record.number());
                PurgeValueCodec.purge(out, record.purge());
            }
            case PurgeMessage.Acknowledge told ->
                out.writeByte(6).writeLong(told.stream()).writeLong(told.number());
            case PurgeMessage.Vote vote -> vote(out.writeByte(7), vote);
            case PurgeMessage.Drive drive ->
                PurgeValueCodec.purge(out.writeByte(8).writeLong(drive.pendingPurge()), drive.purge());
            case PurgeMessage.UnderWay underWay -> out.writeByte(9).writeLong(underWay.pendingPurge());
            case PurgeMessage.Refused refused ->
                out.writeByte(10).writeLong(refused.pendingPurge()).writeShortText(refused.reason());
            case PurgeMessage.Done done -> outcome(out.writeByte(11).writeLong(done.pendingPurge()), done.outcome());
            case PurgeMessage.Goodbye unused -> out.writeByte(12);
        }
    }

    private static PurgeMessage message(WireReader in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case 1 -> new PurgeMessage.Ask(in.readLong(), PurgeValueCodec.clock(in));
            case 2 ->
                new PurgeMessage.Grant(
                        in.readLong(), in.readLong(), PurgeValueCodec.clock(in), PurgeValueCodec.runs(in));
            case 3 -> new PurgeMessage.Blank(in.readLong(), in.readLong());
            case 4 -> new PurgeMessage.Found(in.readLong());
            case 5 -> new PurgeMessage.Tell(new PurgeRecord(in.readLong(), in.readLong(), PurgeValueCodec.purge(in)));
            case 6 -> new PurgeMessage.Acknowledge(in.readLong(), in.readLong());
            case 7 -> vote(in);
            case 8 -> new PurgeMessage.Drive(in.readLong(), PurgeValueCodec.purge(in));
            case 9 -> new PurgeMessage.UnderWay(in.readLong());
            case 10 -> new PurgeMessage.Refused(in.readLong(), in.readShortText());
            case 11 -> new PurgeMessage.Done(in.readLong(), outcome(in));
            case 12 -> new PurgeMessage.Goodbye();
            default -> throw new IOException("a message of kind " + kind + "; expected 1 to 12");
        };
    }

    private static void vote(WireWriter out, PurgeMessage.Vote vote) {
        out.writeLong(vote.epoch()).writeLong(vote.stream()).writeLong(vote.number());
        out.writeInt(vote.lessees().map(Set::size).orElse(-1));
        vote.lessees().ifPresent(named -> named.forEach(lessee -> PurgeValueCodec.incarnation(out, lessee)));
    }

    private static PurgeMessage.Vote vote(WireReader in) throws IOException {
        return new PurgeMessage.Vote(in.readLong(), in.readLong(), in.readLong(), lessees(in));
    }

    private static Optional<SortedSet<NodeIncarnation>> lessees(WireReader in) throws IOException {
        int size = in.readInt();
        return size == -1
                ? Optional.empty()
                : Optional.of(new TreeSet<>(in.readList(size, MOST_LESSEES, "lessees", PurgeValueCodec::incarnation)));
    }

    private static void outcome(WireWriter out, PurgeOutcome outcome) {
        out.writeBoolean(outcome.complete());
        PurgeValueCodec.names(out, outcome.acknowledged());
        PurgeValueCodec.names(out, outcome.silent());
        out.writeShortText(outcome.detail());
    }

    private static PurgeOutcome outcome(WireReader in) throws IOException {
        return new PurgeOutcome(
                in.readBoolean(), PurgeValueCodec.names(in), PurgeValueCodec.names(in), in.readShortText());
    }
}
