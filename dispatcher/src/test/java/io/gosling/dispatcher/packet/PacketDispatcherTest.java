package io.gosling.dispatcher.packet;

import static io.gosling.dispatcher.packet.Packets.address;
import static io.gosling.dispatcher.packet.Packets.mac;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.packet.frame.ArpCodec;
import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.EthernetFrame.Kind;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.frame.NeighbourMessage;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.policy.PolicyName;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests packets and ARP messages, without a wire and with a manual clock. */
class PacketDispatcherTest {
    private static final IpAddress CLUSTER = address(10, 77, 0, 100);
    private static final IpAddress CLIENT = address(192, 0, 2, 1);
    private static final IpAddress OWN = address(10, 77, 0, 2);
    private static final List<IpAddress> BACKENDS = List.of(address(10, 77, 0, 11), address(10, 77, 0, 12));
    private static final int PORT = 40_000;

    private final FakeLink link = new FakeLink();
    private final AtomicLong nanos = new AtomicLong();
    private final List<PacketDispatcher> open = new ArrayList<>();
    private int checks;

    @AfterEach
    void close() {
        open.forEach(PacketDispatcher::close);
    }

    private PacketDispatcher dispatcher(
            PacketForwardingMode mode, PolicyName policy, boolean answerArp, List<PacketSettings.Listed> backends) {
        PacketSettings settings = new PacketSettings(
                mode,
                policy,
                backends,
                Packets.values(CLUSTER)
                        .withValue(PacketSettings.ANSWER_ARP, answerArp)
                        .withValue(SessionLimits.SESSIONS, 100)
                        .withValue(SessionLimits.HALF_OPEN, 10)
                        .withValue(SessionLimits.HALF_OPEN_TIME, Duration.ofSeconds(5))
                        .withValue(SessionLimits.IDLE_TIME, Duration.ofMinutes(5))
                        .withValue(SessionLimits.CLOSING_TIME, Duration.ofSeconds(10)));
        NetworkDevice device = new NetworkDevice("eth0", 1, new MacAddress(Packets.OWN_MAC), List.of(OWN), List.of(32));
        PacketDispatcher dispatcher = PacketDispatcher.over(
                link, settings, device, address -> address, this::check, 5, nanos::get, () -> {}, new ResourceStack());
        open.add(dispatcher);
        return dispatcher;
    }

    private String check() {
        checks++;
        return "this host forwards by now";
    }

    private static List<PacketSettings.Listed> listed(int port) {
        return BACKENDS.stream()
                .map(backend -> new PacketSettings.Listed(backend, port, 1))
                .toList();
    }

    private PacketDispatcher lsmac(PolicyName policy) {
        PacketDispatcher dispatcher = dispatcher(PacketForwardingMode.LSMAC, policy, false, List.of());
        answer(CLUSTER, backendMac(0));
        answer(CLUSTER, backendMac(1));
        step(dispatcher);
        return dispatcher;
    }

    private PacketDispatcher lsnat(int port) {
        PacketDispatcher dispatcher = dispatcher(PacketForwardingMode.LSNAT, PolicyName.RR, true, listed(port));
        answer(BACKENDS.get(0), backendMac(0));
        answer(BACKENDS.get(1), backendMac(1));
        step(dispatcher);
        return dispatcher;
    }

    private static long backendMac(int backend) {
        return 0x02_00_00_00_01_00L + backend;
    }

    /** A back-end says who it is. */
    private void answer(IpAddress address, long mac) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + ArpCodec.FRAME_BYTES]);
        ArpCodec.answer(memory, 0, mac, address.bits(), Packets.OWN_MAC, OWN.bits());
        link.coming.add(Packets.frame(memory));
    }

    private void step(PacketDispatcher dispatcher) {
        dispatcher.loop().step();
    }

    private void pass(PacketDispatcher dispatcher, Duration time) {
        nanos.addAndGet(time.toNanos());
        step(dispatcher);
    }

    /** As it passes for a loop that runs. */
    private void tick(PacketDispatcher dispatcher, Duration time) {
        for (long tick = 0; tick < time.toMillis() / 100; tick++) {
            pass(dispatcher, Duration.ofMillis(100));
        }
    }

    /** The frames forwarded for one packet. */
    private List<byte[]> of(PacketDispatcher dispatcher, byte[] frame) {
        link.sent.clear();
        link.coming.add(frame);
        step(dispatcher);
        return List.copyOf(link.sent);
    }

    private byte[] one(PacketDispatcher dispatcher, byte[] frame) {
        List<byte[]> sent = of(dispatcher, frame);
        assertEquals(1, sent.size(), () -> "sent " + sent.size() + ", " + dispatcher.status());
        return sent.getFirst();
    }

    private static byte[] client(int port, int flags) {
        return Packets.tcp(CLIENT, port, CLUSTER, 80, flags, "");
    }

    /** The back-end that a frame goes to. */
    private static int whose(byte[] frame) {
        return (int) (mac(frame, 0) - backendMac(0));
    }

    private static long dropped(PacketDispatcher dispatcher, DropReason why) {
        return dispatcher.status().dropped().getOrDefault(why, 0L);
    }

    private static long load(PacketDispatcher dispatcher, int backend) {
        return dispatcher.status().backends().get(backend).sessions();
    }

    @Test
    void lsmacChangesHardwareAddressesAndNothingElse() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        byte[] syn = client(PORT, EthernetFrame.SYN);
        byte[] sent = one(dispatcher, syn);
        assertEquals(Packets.OWN_MAC, mac(sent, 6));
        for (int at = 12; at < syn.length; at++) {
            assertEquals(syn[at], sent[at], "byte " + at);
        }
        assertEquals(whose(sent), whose(one(dispatcher, client(PORT, EthernetFrame.ACK))));
        assertEquals(whose(sent), whose(one(dispatcher, client(PORT, EthernetFrame.SYN))), "sent again");
        assertNotEquals(whose(sent), whose(one(dispatcher, client(PORT + 1, EthernetFrame.SYN))), "in turn");
        assertEquals(1, load(dispatcher, 0));
        assertEquals(1, load(dispatcher, 1));
    }

    @Test
    void aSessionEndsWithItsClientsLastWordAndItsPacketsStillPass() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        int first = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        one(dispatcher, client(PORT, EthernetFrame.ACK));
        one(dispatcher, client(PORT, EthernetFrame.FIN | EthernetFrame.ACK));
        assertEquals(0, load(dispatcher, first));
        assertEquals(first, whose(one(dispatcher, client(PORT, EthernetFrame.ACK))), "the last acknowledgement");
        assertEquals(
                first,
                whose(one(dispatcher, client(PORT, EthernetFrame.SYN))),
                "who saw one side only lets its server judge");
        assertEquals(1, load(dispatcher, first), "a new session of the same ends");
        one(dispatcher, client(PORT, EthernetFrame.ACK));
        assertEquals(1, load(dispatcher, first));
        assertEquals(0, load(dispatcher, 1 - first));
    }

    @Test
    void whoResetsASessionOfAnotherAndBeginsItAnewMovesNothing() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        int first = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        for (int end : List.of(EthernetFrame.RST, EthernetFrame.FIN | EthernetFrame.ACK)) {
            assertEquals(first, whose(one(dispatcher, client(PORT, EthernetFrame.ACK))));
            one(dispatcher, client(PORT, end));
            assertEquals(0, load(dispatcher, first));
            assertEquals(first, whose(one(dispatcher, client(PORT, EthernetFrame.SYN))), "a stranger's");
            assertEquals(1, load(dispatcher, first));
            assertEquals(
                    first,
                    whose(one(dispatcher, client(PORT, EthernetFrame.ACK))),
                    "the client's, who knows of nothing");
            assertEquals(1, load(dispatcher, first));
        }
        pass(dispatcher, Duration.ofMillis(100));
        assertEquals(1, dispatcher.status().sessions());
        assertEquals(0, load(dispatcher, 1 - first));
    }

    @Test
    void whoResetsASessionOfAnotherEndsNothing() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        int first = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        one(dispatcher, client(PORT, EthernetFrame.ACK));
        assertEquals(first, whose(one(dispatcher, client(PORT, EthernetFrame.RST))), "the back-end judges");
        assertEquals(0, load(dispatcher, first));
        assertEquals(first, whose(one(dispatcher, client(PORT, EthernetFrame.ACK))));
        assertEquals(1, load(dispatcher, first), "it goes on");
    }

    @Test
    void whatBelongsToNobodyGoesNowhereAndIsCounted() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        assertEquals(List.of(), of(dispatcher, client(PORT, EthernetFrame.ACK)));
        assertEquals(1, dropped(dispatcher, DropReason.NO_SESSION));
        assertEquals(List.of(), of(dispatcher, Packets.tcp(CLIENT, PORT, CLUSTER, 81, EthernetFrame.SYN, "")));
        assertEquals(1, dropped(dispatcher, DropReason.NO_PORT));
        assertEquals(List.of(), of(dispatcher, Packets.tcp(CLIENT, PORT, OWN, 80, EthernetFrame.SYN, "")));
        assertEquals(List.of(), of(dispatcher, client(PORT, EthernetFrame.SYN | EthernetFrame.RST)), "no way to begin");
        assertEquals(2, dropped(dispatcher, DropReason.NO_SESSION));
        byte[] fragment = client(PORT, EthernetFrame.SYN);
        fragment[20] = 0x20;
        assertEquals(List.of(), of(dispatcher, fragment));
        assertEquals(1, dropped(dispatcher, DropReason.FRAGMENT));
        byte[] broken = client(PORT, EthernetFrame.SYN);
        broken[14] = 0x44;
        assertEquals(List.of(), of(dispatcher, broken));
        assertEquals(1, dropped(dispatcher, DropReason.MALFORMED));
        byte[] udp = client(PORT, EthernetFrame.SYN);
        udp[23] = 17;
        assertEquals(List.of(), of(dispatcher, udp));
        assertEquals(1, dropped(dispatcher, DropReason.NOT_TCP));
        link.refuses = 1;
        assertEquals(List.of(), of(dispatcher, client(PORT, EthernetFrame.SYN)));
        assertEquals(1, dropped(dispatcher, DropReason.UNSENT));
    }

    @Test
    void whatTheSystemSaysOfAFrameCounts() {
        PacketDispatcher dispatcher = lsnat(8080);
        assertEquals(List.of(), of(dispatcher, new byte[0]));
        assertEquals(1, dropped(dispatcher, DropReason.TOO_LONG));
        byte[] lastHop = client(PORT, EthernetFrame.SYN);
        lastHop[22] = 1;
        assertEquals(List.of(), of(dispatcher, lastHop));
        assertEquals(1, dropped(dispatcher, DropReason.HOPS));
        assertEquals(0, load(dispatcher, 0) + load(dispatcher, 1), "nothing has begun");
        assertEquals(List.of(), of(dispatcher, from(0x01_00_5E_00_00_01L, PORT)));
        assertEquals(1, dropped(dispatcher, DropReason.NEIGHBOURS));
        link.lost = 3;
        assertEquals(3, dropped(dispatcher, DropReason.UNREAD));
        byte[] unfinished = client(PORT, EthernetFrame.SYN);
        int partial = Packets.partialChecksum(unfinished);
        unfinished[50] = (byte) (partial >>> 8);
        unfinished[51] = (byte) partial;
        link.virtio[0] = 1;
        byte[] sent = one(dispatcher, unfinished);
        assertEquals(Packets.partialChecksum(sent), Packets.word(sent, 50), "whoever sends it finishes it");
    }

    @Test
    void anotherWhoSaysThatItHasTheClusterAddressIsCounted() {
        PacketDispatcher dispatcher = lsnat(0);
        assertEquals(0, dispatcher.status().rivals());
        announces(0x02_00_00_00_00_99L);
        announces(Packets.OWN_MAC);
        answer(CLUSTER, 0x02_00_00_00_00_99L);
        asks(CLIENT, CLUSTER);
        step(dispatcher);
        assertEquals(2, dispatcher.status().rivals(), "by a word to everybody, and by an answer");
        PacketDispatcher routed = lsmac(PolicyName.RR);
        announces(backendMac(0));
        step(routed);
        assertEquals(0, routed.status().rivals(), "back-ends have it too");
    }

    private void announces(long mac) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + ArpCodec.FRAME_BYTES]);
        ArpCodec.announce(memory, 0, mac, CLUSTER.bits());
        link.coming.add(Packets.frame(memory));
    }

    @Test
    void whatStandsAgainstItIsLookedForAgainWhileItRuns() {
        PacketDispatcher dispatcher = lsnat(0);
        assertEquals(0, checks);
        tick(dispatcher, Duration.ofSeconds(21));
        assertEquals(2, checks);
    }

    @Test
    void withAPolicyThatRemembersNothingSessionsOutliveTheirDispatcher() {
        PacketDispatcher first = lsmac(PolicyName.LB);
        List<Integer> before = new ArrayList<>();
        for (int port = PORT; port < PORT + 20; port++) {
            before.add(whose(one(first, client(port, EthernetFrame.SYN))));
        }
        PacketDispatcher second = lsmac(PolicyName.LB);
        tick(second, Duration.ofMillis(1500));
        for (int port = PORT; port < PORT + 20; port++) {
            assertEquals(before.get(port - PORT), whose(one(second, client(port, EthernetFrame.ACK))));
        }
        assertTrue(before.contains(0) && before.contains(1), before::toString);
    }

    /** Frames come from the first moment on, and back-ends answer in any order, some only when they are asked again. */
    @Test
    void whoDoesNotKnowYetWhoIsThereGivesNobodysPacketsToTheWrongOne() {
        PacketDispatcher first = lsmac(PolicyName.LB);
        List<Integer> before = new ArrayList<>();
        for (int port = PORT; port < PORT + 20; port++) {
            before.add(whose(one(first, client(port, EthernetFrame.SYN))));
        }
        PacketDispatcher second = dispatcher(PacketForwardingMode.LSMAC, PolicyName.LB, true, List.of());
        said();
        answer(CLUSTER, backendMac(1));
        step(second);
        assertEquals(1, said().size(), "a question, and no word yet that the cluster address is here");
        acknowledgeNothing(second);
        tick(second, Duration.ofMillis(1100));
        acknowledgeNothing(second);
        answer(CLUSTER, backendMac(0));
        step(second);
        acknowledgeNothing(second);
        assertEquals(60, dropped(second, DropReason.NO_SESSION), "they are sent again");
        said();
        asks(CLIENT, CLUSTER);
        step(second);
        assertEquals(List.of(), said());
        answer(CLUSTER, backendMac(1));
        tick(second, Duration.ofMillis(1500));
        assertEquals(
                1, said().stream().filter(arp -> arp.claimed().equals(CLUSTER)).count());
        for (int port = PORT; port < PORT + 20; port++) {
            assertEquals(before.get(port - PORT), whose(one(second, client(port, EthernetFrame.ACK))));
        }
    }

    private void acknowledgeNothing(PacketDispatcher dispatcher) {
        for (int port = PORT; port < PORT + 20; port++) {
            assertEquals(List.of(), of(dispatcher, client(port, EthernetFrame.ACK)));
        }
    }

    /** Its machine was suspended, or its thread held up: it asked nobody meanwhile. */
    @Test
    void whoDidNotRunTakesNobodyForSilent() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        pass(dispatcher, Duration.ofSeconds(10));
        one(dispatcher, client(PORT, EthernetFrame.SYN));
        tick(dispatcher, Duration.ofMillis(2500));
        one(dispatcher, client(PORT + 1, EthernetFrame.SYN));
        tick(dispatcher, Duration.ofSeconds(1));
        assertEquals(List.of(), of(dispatcher, client(PORT + 2, EthernetFrame.SYN)), "then they are");
    }

    @Test
    void aSilentBackendKeepsItsSessionsAndGetsNoNewOnes() {
        PacketDispatcher dispatcher = lsmac(PolicyName.WRR);
        int first = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        one(dispatcher, client(PORT, EthernetFrame.ACK));
        tick(dispatcher, Duration.ofSeconds(2));
        answer(CLUSTER, backendMac(1 - first));
        tick(dispatcher, Duration.ofSeconds(2));
        assertEquals(first, whose(one(dispatcher, client(PORT, EthernetFrame.ACK))));
        for (int port = PORT + 1; port < PORT + 4; port++) {
            assertEquals(1 - first, whose(one(dispatcher, client(port, EthernetFrame.SYN))));
        }
        assertEquals(1 - first, whose(one(dispatcher, client(PORT, EthernetFrame.SYN))), "its client begins anew");
        assertEquals(0, load(dispatcher, first));
        answer(CLUSTER, backendMac(first));
        step(dispatcher);
        assertEquals(
                first, whose(one(dispatcher, client(PORT + 9, EthernetFrame.SYN))), "it is back, with the least load");
        assertEquals(2, dispatcher.status().backends().size(), "and is known by its hardware address");
    }

    @Test
    void withoutABackendNothingBegins() {
        PacketDispatcher dispatcher = dispatcher(PacketForwardingMode.LSMAC, PolicyName.RR, false, List.of());
        assertEquals(List.of(), of(dispatcher, client(PORT, EthernetFrame.SYN)));
        assertEquals(1, dropped(dispatcher, DropReason.NO_BACKEND));
        assertEquals(0, dispatcher.status().sessions());
    }

    @Test
    void lsnatTranslatesAddressesAndPortsBothWays() {
        PacketDispatcher dispatcher = lsnat(8080);
        byte[] in = one(dispatcher, Packets.tcp(CLIENT, PORT, CLUSTER, 80, EthernetFrame.SYN, "hello"));
        int backend = whose(in);
        assertTrue(Packets.isRight(in));
        assertEquals(BACKENDS.get(backend), addressIn(in, 30));
        assertEquals(8080, Packets.word(in, 36));
        assertEquals(63, in[22], "a hop");
        byte[] out = one(
                dispatcher,
                Packets.tcp(BACKENDS.get(backend), 8080, CLIENT, PORT, EthernetFrame.SYN | EthernetFrame.ACK, "world"));
        assertTrue(Packets.isRight(out));
        assertEquals(CLUSTER, addressIn(out, 26));
        assertEquals(80, Packets.word(out, 34));
        assertEquals(Packets.CLIENT_MAC, mac(out, 0), "the way that it came");
        assertEquals(1, dispatcher.status().backends().get(backend).packetsBack());
        assertEquals(
                List.of(),
                of(
                        dispatcher,
                        Packets.tcp(BACKENDS.get(1 - backend), 8080, CLIENT, PORT, EthernetFrame.ACK, "not mine")));
        assertEquals(1, dropped(dispatcher, DropReason.NO_SESSION));
        assertEquals(
                List.of(),
                of(
                        dispatcher,
                        Packets.tcp(BACKENDS.get(backend), 55_555, CLIENT, 53, EthernetFrame.SYN, "of its own")));
        assertEquals(1, dropped(dispatcher, DropReason.NO_SESSION), "which is nobody's loss");
    }

    private static IpAddress addressIn(byte[] frame, int at) {
        return IpAddress.four(Packets.word(frame, at) << 16 | Packets.word(frame, at + 2));
    }

    @Test
    void bySeeingBothSidesLsnatWaitsForBothToEnd() {
        PacketDispatcher dispatcher = lsnat(0);
        int backend = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        IpAddress server = BACKENDS.get(backend);
        one(dispatcher, client(PORT, EthernetFrame.ACK));
        pass(dispatcher, Duration.ofMillis(100));
        assertEquals(1, dispatcher.status().halfOpen(), "anybody may say so");
        one(dispatcher, Packets.tcp(server, 80, CLIENT, PORT, EthernetFrame.SYN | EthernetFrame.ACK, ""));
        one(dispatcher, client(PORT, EthernetFrame.ACK));
        pass(dispatcher, Duration.ofMillis(100));
        assertEquals(0, dispatcher.status().halfOpen(), "but only a server answers");
        one(dispatcher, client(PORT, EthernetFrame.FIN | EthernetFrame.ACK));
        assertEquals(1, load(dispatcher, backend), "the server may have much to say");
        one(dispatcher, Packets.tcp(server, 80, CLIENT, PORT, EthernetFrame.FIN | EthernetFrame.ACK, ""));
        assertEquals(0, load(dispatcher, backend));
        one(dispatcher, client(PORT, EthernetFrame.ACK));
        assertNotEquals(
                backend, whose(one(dispatcher, client(PORT, EthernetFrame.SYN))), "a new session of the same ends");
        assertEquals(0, load(dispatcher, backend));
        assertEquals(1, load(dispatcher, 1 - backend));
    }

    @Test
    void errorsFindTheirSessions() {
        PacketDispatcher dispatcher = lsnat(8080);
        int backend = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        IpAddress server = BACKENDS.get(backend);
        byte[] quoted = Packets.tcp(CLUSTER, 80, CLIENT, PORT, EthernetFrame.ACK, "long");
        byte[] in = one(dispatcher, Packets.tooLong(address(192, 0, 2, 254), CLUSTER, quoted));
        assertEquals(backend, whose(in));
        assertEquals(server, addressIn(in, 30));
        assertEquals(server, addressIn(in, 14 + 28 + 12));
        assertEquals(Packets.word(in, 14 + 22), Packets.icmpChecksum(in));
        byte[] aboutClients = Packets.tcp(CLIENT, PORT, server, 8080, EthernetFrame.ACK, "long");
        byte[] out = one(dispatcher, Packets.tooLong(server, CLIENT, aboutClients));
        assertEquals(CLUSTER, addressIn(out, 26));
        assertEquals(Packets.CLIENT_MAC, mac(out, 0));
        byte[] ofARouter = one(dispatcher, Packets.tooLong(address(10, 88, 0, 254), CLIENT, aboutClients));
        assertEquals(CLUSTER, addressIn(ofARouter, 26), "a router between this host and the back-end");
        assertEquals(CLUSTER, addressIn(ofARouter, 14 + 28 + 16));
        assertEquals(Packets.word(ofARouter, 14 + 22), Packets.icmpChecksum(ofARouter));
        assertEquals(
                List.of(),
                of(dispatcher, Packets.tooLong(address(10, 88, 0, 254), OWN, aboutClients)),
                "for somebody who has not sent it");
        byte[] strange = Packets.tcp(CLUSTER, 80, CLIENT, PORT + 1, EthernetFrame.ACK, "long");
        assertEquals(List.of(), of(dispatcher, Packets.tooLong(CLIENT, CLUSTER, strange)));
        assertEquals(1, dropped(dispatcher, DropReason.NO_SESSION));
    }

    @Test
    void byLsmacErrorsGoToTheSessionsBackendAsTheyCame() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        int backend = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        byte[] error = Packets.tooLong(
                address(192, 0, 2, 254), CLUSTER, Packets.tcp(CLUSTER, 80, CLIENT, PORT, EthernetFrame.ACK, "long"));
        byte[] sent = one(dispatcher, error);
        assertEquals(backend, whose(sent));
        assertEquals(CLUSTER, addressIn(sent, 30));
    }

    @Test
    void theClusterAddressAnswersAnEcho() {
        byte[] echo = one(lsnat(0), Packets.ping(CLIENT, CLUSTER));
        assertEquals(CLIENT, addressIn(echo, 30));
        assertEquals(Packets.CLIENT_MAC, mac(echo, 0));
    }

    private List<NeighbourMessage> said() {
        List<NeighbourMessage> said = new ArrayList<>();
        for (byte[] frame : link.own) {
            EthernetFrame read = new EthernetFrame(Packets.behindVirtio(frame));
            assertEquals(Kind.ARP, read.read(0, frame.length));
            said.add(read.word());
        }
        link.own.clear();
        return said;
    }

    private void asks(IpAddress requester, IpAddress target) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + ArpCodec.FRAME_BYTES]);
        ArpCodec.ask(memory, 0, Packets.CLIENT_MAC, requester.bits(), target.bits());
        link.coming.add(Packets.frame(memory));
    }

    @Test
    void itAsksItsBackendsAgainAndAgain() {
        PacketDispatcher dispatcher = lsnat(0);
        List<NeighbourMessage> first = said();
        assertEquals(3, first.size(), "an announcement, and two questions");
        assertEquals(CLUSTER, first.get(0).claimed());
        assertEquals(BACKENDS.get(0), first.get(1).asked());
        assertEquals(OWN, first.get(1).claimed());
        pass(dispatcher, Duration.ofMillis(500));
        assertEquals(List.of(), said());
        pass(dispatcher, Duration.ofMillis(500));
        assertEquals(3, said().size());
        pass(dispatcher, Duration.ofSeconds(1));
        said();
        pass(dispatcher, Duration.ofSeconds(1));
        assertEquals(2, said().size(), "announced three times");
    }

    @Test
    void whatTheSystemDidNotTakeIsAnnouncedAtTheNextTick() {
        link.full = true;
        PacketDispatcher dispatcher = lsnat(0);
        assertEquals(List.of(), said());
        link.full = false;
        pass(dispatcher, Duration.ofMillis(100));
        assertEquals(CLUSTER, said().getFirst().claimed());
        pass(dispatcher, Duration.ofMillis(100));
        assertEquals(List.of(), said());
    }

    @Test
    void whoAsksForTheClusterAddressIsAnsweredWhereThatIsWanted() {
        PacketDispatcher dispatcher = lsnat(0);
        said();
        asks(CLIENT, CLUSTER);
        step(dispatcher);
        NeighbourMessage answer = said().getFirst();
        assertFalse(answer.asks());
        assertEquals(CLUSTER, answer.claimed());
        assertEquals(Packets.OWN_MAC, answer.mac());
        asks(address(0, 0, 0, 0), CLUSTER);
        asks(CLIENT, OWN);
        step(dispatcher);
        assertEquals(List.of(), said(), "neither a probe, as of another dispatcher, nor what the system answers");
        PacketDispatcher silent = lsmac(PolicyName.RR);
        said();
        asks(CLIENT, CLUSTER);
        step(silent);
        assertEquals(List.of(), said());
    }

    @Test
    void anInterfaceThatIsAnotherEndsTheDispatcherWithItsReason() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        tick(dispatcher, Duration.ofSeconds(2));
        link.change = "interface eth0 is gone";
        IllegalStateException end =
                assertThrows(IllegalStateException.class, () -> tick(dispatcher, Duration.ofSeconds(1)));
        assertEquals("interface eth0 is gone; start the dispatcher again", end.getMessage());
    }

    /** As behind a switch with somebody who invents senders. */
    @Test
    void afterManyHardwareAddressesNewOnesAreStillAnswered() {
        PacketDispatcher dispatcher = lsnat(0);
        for (int sender = 0; sender <= ClientHardwareAddresses.MOST; sender++) {
            one(dispatcher, from(0x02_00_00_01_00_00L + sender, PORT + sender % 2));
        }
        byte[] in = one(dispatcher, from(0x02_00_00_09_00_00L, PORT + 2));
        byte[] out = one(
                dispatcher,
                Packets.tcp(BACKENDS.get(whose(in)), 80, CLIENT, PORT + 2, EthernetFrame.SYN | EthernetFrame.ACK, ""));
        assertEquals(0x02_00_00_09_00_00L, mac(out, 0));
    }

    private static byte[] from(long mac, int port) {
        byte[] syn = client(port, EthernetFrame.SYN);
        for (int at = 0; at < 6; at++) {
            syn[6 + at] = (byte) (mac >>> (40 - 8 * at));
        }
        return syn;
    }

    /** Machines that come and go with new hardware addresses. */
    @Test
    void aNewBackendHasThePlaceOfASilentOneWithoutSessions() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        int kept = whose(one(dispatcher, client(PORT, EthernetFrame.SYN)));
        for (int backend = 2; backend < PacketBackends.MOST; backend++) {
            answer(CLUSTER, backendMac(backend));
        }
        while (!link.coming.isEmpty()) {
            step(dispatcher);
        }
        answer(CLUSTER, backendMac(5000));
        step(dispatcher);
        assertEquals(PacketBackends.MOST, dispatcher.status().backends().size(), "all are here");
        tick(dispatcher, Duration.ofSeconds(4));
        answer(CLUSTER, backendMac(5000));
        step(dispatcher);
        assertEquals(PacketBackends.MOST, dispatcher.status().backends().size());
        assertEquals(5000, whose(one(dispatcher, client(PORT + 1, EthernetFrame.SYN))));
        assertEquals(kept, whose(one(dispatcher, client(PORT, EthernetFrame.ACK))), "who has sessions stays known");
    }

    @Test
    void sessionsEndWithTheirTimes() {
        PacketDispatcher dispatcher = lsmac(PolicyName.RR);
        one(dispatcher, client(PORT, EthernetFrame.SYN));
        pass(dispatcher, Duration.ofMillis(100));
        assertEquals(1, dispatcher.status().halfOpen());
        pass(dispatcher, Duration.ofSeconds(6));
        for (int tick = 0; tick < 120; tick++) {
            pass(dispatcher, Duration.ofMillis(100));
        }
        assertEquals(0, dispatcher.status().sessions());
        assertEquals(0, load(dispatcher, 0) + load(dispatcher, 1));
    }
}
