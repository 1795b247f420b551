package io.gosling.purge.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.NoCopies;
import io.gosling.purge.PurgeEnvironment;
import io.gosling.purge.PurgeParticipant;
import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import io.gosling.purge.QuorumMemberStorage;
import io.gosling.purge.message.PurgeRequest.Strength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Messages as bytes. */
class PurgeMessageCodecTest {
    private static final NodeIncarnation ALICE = new NodeIncarnation("alice", 11);
    private static final NodeIncarnation BOB = new NodeIncarnation("böb", -1);
    private static final PurgeRequest PURGE = new PurgeRequest(
            List.of(
                    new PurgeSelector.Url("/a"),
                    new PurgeSelector.Prefix("/news/"),
                    new PurgeSelector.Host("example.org"),
                    new PurgeSelector.Tag("späť")),
            Strength.SOFT);
    private static final PurgeVersionVector CLOCK =
            PurgeVersionVector.ZERO.with(-5, 3).with(8, Long.MAX_VALUE);

    static List<AddressedPurgeMessage> oneOfEach() {
        List<PurgeMessage> messages = List.of(
                new PurgeMessage.Ask(-1, CLOCK),
                new PurgeMessage.Grant(
                        7,
                        9,
                        CLOCK,
                        List.of(new PurgeRecordRange(-5, 2, List.of(PURGE)), new PurgeRecordRange(8, 4, List.of()))),
                new PurgeMessage.Blank(7, 0),
                new PurgeMessage.Found(12),
                new PurgeMessage.Tell(new PurgeRecord(-5, 3, PURGE)),
                new PurgeMessage.Acknowledge(-5, 3),
                new PurgeMessage.Vote(9, -5, 3, Optional.empty()),
                new PurgeMessage.Vote(9, -5, 3, Optional.of(new TreeSet<>(Set.of(ALICE, BOB)))),
                new PurgeMessage.Drive(1, PURGE),
                new PurgeMessage.UnderWay(1),
                new PurgeMessage.Refused(1, "it is no voter"),
                new PurgeMessage.Done(
                        1, new PurgeOutcome(true, new TreeSet<>(Set.of("a", "b")), new TreeSet<>(Set.of("c")), "")),
                new PurgeMessage.Goodbye());
        return messages.stream()
                .map(message -> new AddressedPurgeMessage(ALICE, 3, message))
                .toList();
    }

    @Test
    void everyLetterIsReadAsItWasWritten() throws MalformedMessageException {
        List<AddressedPurgeMessage> envelopes = oneOfEach();
        assertEquals(envelopes, PurgeMessageCodec.read(PurgeMessageCodec.write(envelopes)));
        assertEquals(List.of(), PurgeMessageCodec.read(PurgeMessageCodec.write(List.of())));
        assertEquals(
                Set.of(PurgeMessage.class.getPermittedSubclasses()),
                Set.copyOf(envelopes.stream()
                        .map(envelope -> envelope.message().getClass())
                        .toList()),
                "one of each");
    }

    @Test
    void whatEndsTooEarlyIsRefused() {
        for (AddressedPurgeMessage envelope : oneOfEach()) {
            byte[] bytes = PurgeMessageCodec.write(List.of(envelope));
            for (int end = 2; end < bytes.length; end++) {
                byte[] cut = Arrays.copyOf(bytes, end);
                assertThrows(
                        MalformedMessageException.class,
                        () -> PurgeMessageCodec.read(cut),
                        envelope + " cut at " + end);
            }
        }
    }

    @Test
    void theReasonSaysWhatIsWrong() {
        assertReason("version 9", new byte[] {9});
        assertReason("ends too early", new byte[0]);
        byte[] kind = PurgeMessageCodec.write(List.of(new AddressedPurgeMessage(ALICE, 0, new PurgeMessage.Goodbye())));
        kind[kind.length - 1] = 99;
        assertReason("kind 99", kind);
        assertReason(PurgeMessageCodec.MOST_BYTES + " at most", new byte[PurgeMessageCodec.MOST_BYTES + 1]);
        byte[] nobody =
                PurgeMessageCodec.write(List.of(new AddressedPurgeMessage(ALICE, 0, new PurgeMessage.Goodbye())));
        Arrays.fill(nobody, 8, 16, (byte) 0);
        assertReason("incarnation 0", nobody);
    }

    private static void assertReason(String part, byte[] bytes) {
        MalformedMessageException refused =
                assertThrows(MalformedMessageException.class, () -> PurgeMessageCodec.read(bytes));
        assertTrue(String.valueOf(refused.getMessage()).contains(part), refused.getMessage());
    }

    /** Nothing but the one exception, and a node that reads what is left goes on. */
    @Test
    void damagedMessagesAreRefusedOrChangeNothingThatCannotBeBorne() {
        Random random = new Random(20_261_122);
        List<byte[]> sound = new ArrayList<>();
        oneOfEach().forEach(envelope -> sound.add(PurgeMessageCodec.write(List.of(envelope))));
        Quorum voters = new Quorum(List.of("alice", "me", "carol"));
        PurgeParticipant node = new PurgeParticipant(
                new NodeIncarnation("me", 3),
                voters,
                PurgeSettings.defaults(),
                QuorumMemberStorage.none(),
                new PurgeEnvironment(new NoCopies(), () -> Set.of("dave"), random, () -> 1),
                0);
        int refused = 0;
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = sound.get(random.nextInt(sound.size())).clone();
            for (int damages = 1 + random.nextInt(3); damages > 0; damages--) {
                bytes[1 + random.nextInt(bytes.length - 1)] = (byte) (random.nextBoolean() ? random.nextInt() : 255);
            }
            try {
                PurgeMessageCodec.read(bytes).forEach(envelope -> node.receive(List.of(envelope), 1_000_000L));
                read++;
            } catch (MalformedMessageException e) {
                refused++;
            }
        }
        assertTrue(refused > 500 && read > 500, refused + " refused, " + read + " read");
        node.tick(2_000_000_000L);
    }
}
