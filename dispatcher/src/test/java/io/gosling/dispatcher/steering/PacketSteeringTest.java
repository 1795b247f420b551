package io.gosling.dispatcher.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.FakeLink;
import io.gosling.dispatcher.packet.Packets;
import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.netty.transport.ConnectionAddresses;
import io.gosling.testing.ManualTicker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Packets of clients, one batch after the other, without a thread. */
class PacketSteeringTest {
    private static final IpAddress CLUSTER = Packets.address(10, 77, 0, 100);
    private static final IpAddress CLIENT = Packets.address(10, 77, 0, 1);
    /** Next sequence number of a client; a new connection's SYN is far behind. */
    private static final int NEXT = Integer.MAX_VALUE - 2;

    private static final long NODE_MAC = 0x02_00_00_00_00_11L;

    private final FakeLink link = new FakeLink();
    private final ManualTicker ticker = new ManualTicker();
    private final NetworkDevice device = new NetworkDevice(
            "none-such",
            1,
            new MacAddress(Packets.OWN_MAC),
            List.of(CLUSTER, Packets.address(10, 77, 0, 2)),
            List.of(32, 32));
    private final PacketSteering steering = new PacketSteering(link, device, CLUSTER, 5, ticker);
    private final PacketSteering.Route node = steering.route(inet("10.77.0.11"), NODE_MAC);
    private final List<Integer> over = new ArrayList<>();

    @AfterEach
    void close() {
        steering.close();
        assertEquals(0, steering.flows());
    }

    private static InetAddress inet(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static ConnectionAddresses connection(int port) {
        return new ConnectionAddresses(
                new InetSocketAddress(inet("10.77.0.1"), port), new InetSocketAddress(inet("10.77.0.100"), 80));
    }

    private PacketSteering.Flow steer(int port) {
        return Objects.requireNonNull(steering.steer(connection(port), NEXT, node, () -> over.add(port)));
    }

    /** Numbers go round. */
    private static int after(int bytes) {
        return (int) ((long) NEXT + bytes);
    }

    private void comes(int port, int flags) {
        comes(port, flags, after(10));
    }

    private void comes(int port, int flags, int number) {
        comes(Packets.tcp(CLIENT, port, CLUSTER, 80, flags, number, "hello"));
    }

    private void comes(byte[] frame) {
        link.coming.add(frame);
        link.sent.clear();
        steering.step();
    }

    private void passes(Duration time) {
        ticker.advance(time);
        steering.step();
    }

    /** Time in which the thread runs. */
    private void passesSeen(Duration time) {
        Duration left = time;
        for (; left.toMillis() > 500; left = left.minusMillis(500)) {
            passes(Duration.ofMillis(500));
        }
        passes(left);
    }

    @Test
    void packetsOfAConnectionGoToItsHostAndOthersNowhere() {
        steer(1000);
        comes(1000, EthernetFrame.ACK);
        byte[] sent = link.sent.getFirst();
        assertEquals((int) NODE_MAC & 0xFFFF, Packets.word(sent, 4), "to the node");
        assertEquals((int) Packets.OWN_MAC & 0xFFFF, Packets.word(sent, 10), "from this host, or a switch is misled");
        comes(1001, EthernetFrame.ACK);
        assertEquals(List.of(), link.sent);
        assertEquals(1, steering.packets());
    }

    /** The client of a connection that is open begins another one from the same port: its host says what is wrong. */
    @Test
    void aSynOfAnOpenConnectionGoesToItsHost() {
        steer(1000);
        comes(1000, EthernetFrame.SYN);
        assertEquals(1, link.sent.size());
        assertEquals(List.of(), over);
    }

    @Test
    void whatIsDroppedGoesNowhere() {
        steer(1000).drop();
        comes(1000, EthernetFrame.ACK);
        assertEquals(List.of(), link.sent);
        assertEquals(List.of(1000), over);
        assertEquals(0, steering.flows());
    }

    @Test
    void lastAcknowledgementsGoOnForAWhile() {
        PacketSteering.Flow flow = steer(1000);
        comes(1000, EthernetFrame.ACK | EthernetFrame.FIN);
        flow.ended();
        comes(1000, EthernetFrame.ACK);
        assertEquals(1, link.sent.size());
        passesSeen(Duration.ofMillis(4700));
        assertEquals(List.of(), over);
        passesSeen(Duration.ofMillis(400));
        assertEquals(List.of(1000), over);
        comes(1000, EthernetFrame.ACK);
        assertEquals(List.of(), link.sent);
    }

    /** It may still be reading, and waits long between two acknowledgements when packets are lost. */
    @Test
    void aClientThatHasNotClosedIsGivenAMinuteAfterEachPacket() {
        steer(1000).ended();
        passesSeen(Duration.ofSeconds(59));
        comes(1000, EthernetFrame.ACK);
        passesSeen(Duration.ofSeconds(59));
        assertEquals(List.of(), over);
        passesSeen(Duration.ofSeconds(2));
        assertEquals(List.of(1000), over);
    }

    /** A client that keeps sending to a closed connection must not hold descriptors. */
    @Test
    void aClientThatNeverStopsIsGivenTenMinutes() {
        steer(1000).ended();
        for (int i = 0; i < 39; i++) {
            passesSeen(Duration.ofSeconds(15));
            comes(1000, EthernetFrame.ACK);
            assertEquals(1, link.sent.size());
        }
        assertEquals(List.of(), over);
        passesSeen(Duration.ofSeconds(16));
        assertEquals(List.of(1000), over);
    }

    /** By the few bits that the table goes by, as its class has it. */
    @Test
    void connectionsOfOneClientAreLookedForInManyPlaces() {
        Set<Integer> places = new HashSet<>();
        Set<Long> keys = new HashSet<>();
        for (int port = 0; port <= 0xFFFF; port++) {
            long key = steering.key(CLIENT.bits(), port, 80);
            keys.add(key);
            places.add((int) (key ^ key >>> 32) & 0x1FFFF);
        }
        assertEquals(65_536, keys.size());
        assertTrue(places.size() > 40_000, () -> places.size() + " places");
    }

    @Test
    void aPortThatIsUsedAgainIsThisHostsAtOnce() {
        steer(1000).ended();
        comes(1000, EthernetFrame.SYN, after(1_000_000));
        assertEquals(List.of(), link.sent);
        assertEquals(List.of(1000), over);
        steer(1000);
        comes(1000, EthernetFrame.ACK);
        assertEquals(1, link.sent.size());
    }

    /** A client may be faster with its next connection than the host with its word that the one before has ended. */
    @Test
    void aSynThatCameBeforeThatWordIsThisHostsWhenItIsTriedAgain() {
        PacketSteering.Flow flow = steer(1000);
        comes(1000, EthernetFrame.SYN, after(1_000_000));
        flow.ended();
        comes(1000, EthernetFrame.SYN, after(1_000_000));
        assertEquals(List.of(1000), over);
    }

    /**
     * This thread may see it when all is over but for the client's last acknowledgement, which the kernel would answer.
     */
    @Test
    void theSynWithWhichAConnectionBeganIsNoneOfAnother() {
        steer(1000).ended();
        comes(1000, EthernetFrame.SYN, NEXT - 100);
        assertEquals(List.of(), link.sent);
        assertEquals(List.of(), over);
        comes(1000, EthernetFrame.ACK);
        assertEquals(1, link.sent.size());
    }

    @Test
    void theEndOfTheConnectionBeforeIsNotItsOwn() {
        PacketSteering.Flow flow = steer(1000);
        comes(1000, EthernetFrame.ACK | EthernetFrame.FIN, NEXT - 100);
        flow.ended();
        passesSeen(Duration.ofSeconds(6));
        assertEquals(List.of(), over);
    }

    /** Packets wait in a queue while nobody looks, and are seen one batch after the other. */
    @Test
    void whoWasNotLookingLetsNobodyGo() {
        PacketSteering.Flow flow = steer(1000);
        comes(1000, EthernetFrame.ACK | EthernetFrame.FIN);
        flow.ended();
        passes(Duration.ZERO);
        passes(Duration.ofSeconds(30));
        assertEquals(List.of(), over);
        for (int i = 0; i < 8; i++) {
            passes(Duration.ofMillis(600));
        }
        assertEquals(List.of(), over);
        passes(Duration.ofMillis(600));
        assertEquals(List.of(1000), over);
    }

    @Test
    void anErrorOnTheWayToAClientGoesToWhomTheConnectionIsAt() {
        steer(1000);
        byte[] about = Packets.tcp(CLUSTER, 80, CLIENT, 1000, EthernetFrame.ACK, "hello");
        comes(Packets.tooLong(Packets.address(10, 77, 0, 254), CLUSTER, about));
        assertEquals(1, link.sent.size());
        comes(Packets.tooLong(
                Packets.address(10, 77, 0, 254),
                CLUSTER,
                Packets.tcp(CLUSTER, 80, CLIENT, 1001, EthernetFrame.ACK, "hello")));
        assertEquals(List.of(), link.sent);
    }

    @Test
    void whosePacketsDoNotComeByIsNotSteered() {
        InetSocketAddress here = new InetSocketAddress(inet("10.77.0.100"), 80);
        InetSocketAddress own = new InetSocketAddress(inet("10.77.0.2"), 1000);
        assertNull(steering.steer(new ConnectionAddresses(own, here), NEXT, node, () -> {}), "of this host");
        InetSocketAddress six = new InetSocketAddress(inet("2001:db8::1"), 1000);
        assertNull(steering.steer(new ConnectionAddresses(six, here), NEXT, node, () -> {}), "of IPv6");
        InetSocketAddress other = new InetSocketAddress(inet("10.77.0.2"), 80);
        assertNull(
                steering.steer(new ConnectionAddresses(connection(1).remote(), other), NEXT, node, () -> {}),
                "at another address of this host");
    }

    @Test
    void theEndEndsAll() {
        steer(1000);
        steer(1001).ended();
        steering.close();
        assertEquals(List.of(1000, 1001), over.stream().sorted().toList());
        assertNull(steering.steer(connection(1002), NEXT, node, () -> {}));
        assertNotNull(node.toString());
    }
}
