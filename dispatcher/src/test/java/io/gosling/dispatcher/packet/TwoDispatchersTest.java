package io.gosling.dispatcher.packet;

import static io.gosling.dispatcher.packet.Packets.address;
import static io.gosling.dispatcher.packet.Packets.mac;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.packet.frame.ArpCodec;
import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.EthernetFrame.Kind;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.frame.NeighbourMessage;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.policy.PolicyName;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two dispatchers of one cluster address on a segment where everybody hears everybody, and time goes by tenths of a
 * second.
 */
class TwoDispatchersTest {
    private static final IpAddress CLUSTER = address(10, 77, 0, 100);
    private static final IpAddress CLIENT = address(192, 0, 2, 1);
    private static final List<IpAddress> BACKENDS =
            List.of(address(10, 77, 0, 11), address(10, 77, 0, 12), address(10, 77, 0, 13));
    private static final long STEP = Duration.ofMillis(100).toNanos();

    /** One of them, as long as it lives. */
    private final class Host {
        private final FakeLink link = new FakeLink();
        private final long mac;
        private final PacketDispatcher dispatcher;
        private boolean dead;
        private int announcements;

        Host(int number, int priority) {
            mac = Packets.OWN_MAC + number;
            dispatcher = PacketDispatcher.over(
                    link,
                    settings(priority),
                    new NetworkDevice(
                            "eth0", 1, new MacAddress(mac), List.of(address(10, 77, 0, 2 + number)), List.of(32)),
                    address -> address,
                    () -> "",
                    number,
                    nanos::get,
                    () -> {},
                    new ResourceStack());
            hosts.add(this);
        }

        boolean isActive() {
            return dispatcher.status().active();
        }

        List<byte[]> of(byte[] frame) {
            link.sent.clear();
            link.coming.add(frame);
            dispatcher.loop().step();
            return List.copyOf(link.sent);
        }
    }

    private final AtomicLong nanos = new AtomicLong();
    private final List<Host> hosts = new ArrayList<>();

    @BeforeEach
    void begin() {
        new Host(0, 100);
        new Host(1, 200);
    }

    @AfterEach
    void close() {
        hosts.forEach(host -> host.dispatcher.close());
    }

    private static PacketSettings settings(int priority) {
        return new PacketSettings(
                PacketForwardingMode.LSMAC,
                PolicyName.LB,
                BACKENDS.stream()
                        .map(backend -> new PacketSettings.Listed(backend, 0, 1))
                        .toList(),
                Packets.values(CLUSTER).withValue(StandbySettings.PRIORITY, priority));
    }

    /** Everybody runs, and hears what was said before. */
    private void pass(Duration time) {
        for (long step = 0; step < time.toNanos() / STEP; step++) {
            nanos.addAndGet(STEP);
            for (Host host : List.copyOf(hosts)) {
                if (!host.dead) {
                    host.dispatcher.loop().step();
                    carry(host);
                }
            }
        }
    }

    private void carry(Host from) {
        for (byte[] said : from.link.own) {
            EthernetFrame frame = new EthernetFrame(Packets.behindVirtio(said));
            if (frame.read(0, said.length) == Kind.ARP) {
                backendsHear(from, frame.word());
            }
            for (Host host : hosts) {
                if (host != from && !host.dead) {
                    host.link.coming.add(said);
                }
            }
        }
        from.link.own.clear();
    }

    private void backendsHear(Host from, NeighbourMessage word) {
        from.announcements += word.claimed().equals(CLUSTER) ? 1 : 0;
        int backend = BACKENDS.indexOf(word.asked());
        if (backend >= 0) {
            MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + ArpCodec.FRAME_BYTES]);
            ArpCodec.answer(
                    memory,
                    0,
                    0x02_00_00_00_01_00L + backend,
                    BACKENDS.get(backend).bits(),
                    from.mac,
                    word.claimed().bits());
            from.link.coming.add(Packets.frame(memory));
        }
    }

    private static byte[] client(int port, int flags) {
        return Packets.tcp(CLIENT, port, CLUSTER, 80, flags, "");
    }

    @Test
    void oneIsActiveAndTheOtherSaysAndDoesNothing() {
        pass(Duration.ofSeconds(5));
        Host active = hosts.get(1);
        Host other = hosts.get(0);
        assertTrue(active.isActive());
        assertFalse(other.isActive());
        assertEquals(3, active.announcements);
        assertEquals(0, other.announcements);
        assertEquals(1, active.of(client(1, EthernetFrame.SYN)).size());
        assertEquals(List.of(), other.of(client(1, EthernetFrame.SYN)));
        assertEquals(1, other.dispatcher.status().dropped().get(DropReason.STAND_BY));
        MemorySegment question = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + ArpCodec.FRAME_BYTES]);
        ArpCodec.ask(question, 0, Packets.CLIENT_MAC, CLIENT.bits(), CLUSTER.bits());
        other.of(Packets.frame(question));
        active.of(Packets.frame(question));
        assertEquals(List.of(), other.link.own);
        assertEquals(1, active.link.own.size());
        assertEquals(0, active.dispatcher.status().rivals());
        assertEquals(0, other.dispatcher.status().rivals());
        assertEquals(1, active.dispatcher.status().takeovers());
    }

    /** As by kill -9, or without a wire. */
    @Test
    void whenTheActiveOneSaysNothingTheOtherHasItsSessionsWithinTwoSeconds() {
        pass(Duration.ofSeconds(5));
        List<Long> before = new ArrayList<>();
        for (int port = 1; port <= 50; port++) {
            before.add(mac(hosts.get(1).of(client(port, EthernetFrame.SYN)).getFirst(), 0));
        }
        hosts.get(1).dead = true;
        pass(Duration.ofMillis(1600));
        Host next = hosts.get(0);
        assertTrue(next.isActive());
        assertTrue(next.announcements > 0, "clients were told");
        for (int port = 1; port <= 50; port++) {
            assertEquals(
                    before.get(port - 1),
                    mac(next.of(client(port, EthernetFrame.ACK)).getFirst(), 0));
        }
        assertEquals(3, before.stream().distinct().count());
        hosts.get(1).dead = false;
        pass(Duration.ofMillis(500));
        assertTrue(hosts.get(1).isActive(), "it was cut off, and is preferred");
        assertFalse(next.isActive());
        assertEquals(1, next.dispatcher.status().takeovers());
    }

    @Test
    void whoEndsSaysSoAndNobodyWaits() {
        pass(Duration.ofSeconds(5));
        Host ends = hosts.get(1);
        ends.dispatcher.loop().stop();
        ends.dispatcher.loop().run();
        carry(ends);
        ends.dead = true;
        pass(Duration.ofMillis(300));
        assertTrue(hosts.get(0).isActive());
    }

    @Test
    void whoIsStartedAgainWaitsThoughItIsPreferred() {
        pass(Duration.ofSeconds(5));
        hosts.get(1).dead = true;
        pass(Duration.ofSeconds(3));
        Host again = new Host(2, 200);
        pass(Duration.ofSeconds(10));
        assertFalse(again.isActive());
        assertTrue(hosts.get(0).isActive());
    }

    /** As while the active one has more to send than its interface takes. */
    @Test
    void aWordThatCouldNotBeSentIsSaidAsSoonAsItCan() {
        pass(Duration.ofSeconds(5));
        for (int times = 0; times < 5; times++) {
            hosts.get(1).link.full = true;
            pass(Duration.ofMillis(700));
            hosts.get(1).link.full = false;
            pass(Duration.ofMillis(100));
        }
        assertTrue(hosts.get(1).isActive());
        assertFalse(hosts.get(0).isActive());
        assertEquals(0, hosts.get(0).dispatcher.status().takeovers());
    }

    /** It would take clients from somebody who knows back-ends. */
    @Test
    void whoKnowsNoBackendDoesNotTakeOver() {
        Host lonely = hosts.get(1);
        lonely.dead = true;
        nanos.addAndGet(Duration.ofSeconds(20).toNanos());
        for (int step = 0; step < 50; step++) {
            nanos.addAndGet(STEP);
            lonely.dispatcher.loop().step();
        }
        assertFalse(lonely.isActive());
        assertEquals(0, lonely.dispatcher.status().takeovers());
    }
}
