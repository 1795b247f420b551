package io.gosling.dispatcher.packet;

import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.BpfFilterBuilder;
import io.gosling.dispatcher.packet.link.FrameLink;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.dispatcher.packet.link.SolicitedNodeGroup;
import io.gosling.dispatcher.packet.link.UnixSocketLock;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.document.Ticker;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running packet dispatcher (LSMAC or LSNAT): a link, a session table and one thread. Any thread may read its
 * {@link #status}; it is closed by its opener.
 */
public final class PacketDispatcher implements AutoCloseable {
    private static final Logger log = System.getLogger(PacketDispatcher.class.getName());

    private final ResourceStack taken;
    private final PacketLoop loop;
    private final Thread thread;

    private PacketDispatcher(ResourceStack taken, PacketLoop loop, Runnable failed) {
        this.taken = taken;
        this.loop = loop;
        this.thread = Thread.ofPlatform().name("gosling-packets").unstarted(() -> {
            try {
                loop.run();
            } catch (RuntimeException | Error e) {
                log.log(Level.ERROR, "packet dispatching has ended", e);
                failed.run();
            }
        });
    }

    /**
     * Checks this host and opens the interface. The cluster address is not announced before {@link #begin}; frames that
     * come meanwhile are buffered, as many as the system keeps.
     *
     * @param seed of the session table: one that cannot be guessed
     * @param failed run on the dispatcher's thread if it ends by a fault
     * @throws IOException when this host does not allow it; names the obstacle and the remedy
     */
    public static PacketDispatcher prepare(PacketSettings settings, long seed, Ticker ticker, Runnable failed)
            throws IOException {
        NetworkDevice device = NetworkDevice.named(settings.device());
        DispatcherHostCheck checks = DispatcherHostCheck.ofThisHost();
        checks.require(settings, device);
        Function<IpAddress, IpAddress> nextHops = checks.nextHops(settings, device);
        Supplier<String> obstacle = () -> checks.obstacle(settings);
        String name = "gosling-packets-" + settings.cluster() + "-" + device.index();
        ResourceStack taken = new ResourceStack();
        boolean whole = false;
        try {
            taken.add(UnixSocketLock.of(name)
                    .orElseThrow(() -> new IOException("another dispatcher of " + settings.cluster() + " at "
                            + device.name() + " runs on this host (socket @" + name
                            + "); end it, or give this one another address")));
            if (settings.get(PacketSettings.ANSWER_ARP) && !settings.cluster().isFour()) {
                taken.add(SolicitedNodeGroup.join(device, settings.cluster()));
            }
            FrameLink link = taken.add(PacketSocket.open(device, filter(settings)));
            PacketDispatcher prepared = over(link, settings, device, nextHops, obstacle, seed, ticker, failed, taken);
            whole = true;
            return prepared;
        } catch (OutOfMemoryError e) {
            throw new IOException(
                    "a table of " + settings.limits().get(SessionLimits.SESSIONS) + " sessions and "
                            + settings.tableLimits().get(SessionLimits.HALF_OPEN) + " half-open ones takes "
                            + (settings.bytes() >> 20)
                            + " MiB off the heap, with what belongs to it, which this system does not give; ask for"
                            + " fewer",
                    e);
        } finally {
            if (!whole) {
                taken.close();
            }
        }
    }

    private static List<BpfFilterBuilder.Instruction> filter(PacketSettings settings) {
        return BpfFilterBuilder.of(
                settings.cluster(),
                settings.mode() == PacketForwardingMode.LSMAC
                                || settings.translation().isOn()
                        ? List.of()
                        : settings.backends().stream()
                                .map(PacketSettings.Listed::address)
                                .toList());
    }

    /** Begins after {@link #prepare}; to be called once. */
    public void begin() {
        thread.start();
    }

    /** Creates a dispatcher that has not begun; {@code taken} is closed at its end. */
    static PacketDispatcher over(
            FrameLink link,
            PacketSettings settings,
            NetworkDevice device,
            Function<IpAddress, IpAddress> nextHops,
            Supplier<String> obstacle,
            long seed,
            Ticker ticker,
            Runnable failed,
            ResourceStack taken) {
        PacketBackends backends = new PacketBackends(
                settings.policy(),
                new PolicySettings(settings.values()),
                settings.backends().isEmpty(),
                settings.get(PacketSettings.ASK_INTERVAL).multipliedBy(3).dividedBy(2));
        EndpointTable endpoints = endpoints(settings, backends, nextHops);
        TranslationPortRange range = settings.translation();
        PortTranslationTable ports = range.isOn()
                ? taken.add(new PortTranslationTable(
                        settings.backends().size(), range.ports(), new SplittableRandom(seed).nextInt(range.ports())))
                : null;
        SessionTable table = taken.add(new SessionTable(settings.tableLimits(), seed, ended(backends, ports)));
        SessionTracker sessions = new SessionTracker(table, backends, settings);
        long mac = device.mac().bits();
        PacketForwarding forwarding = settings.mode() == PacketForwardingMode.LSNAT
                ? new LsnatForwarding(sessions, settings, mac, endpoints, ports)
                : new LsmacForwarding(sessions, settings.cluster(), mac);
        ControlFrameSender announcer = new ControlFrameSender(link, mac);
        NeighbourProtocol enquiry = new NeighbourProtocol(announcer, backends, device, settings);
        StandbyController turns = new StandbyController(settings, announcer, enquiry, backends, ticker.nanos());
        PacketLoop loop = new PacketLoop(link, forwarding, sessions, enquiry, turns, settings, mac, obstacle, ticker);
        return new PacketDispatcher(taken, loop, failed);
    }

    /** The end points of all back-ends, which are added too. */
    private static EndpointTable endpoints(
            PacketSettings settings, PacketBackends backends, Function<IpAddress, IpAddress> nextHops) {
        List<Integer> ports = settings.get(PacketSettings.PORTS);
        EndpointTable endpoints = new EndpointTable(settings.backends().size() * ports.size());
        for (PacketSettings.Listed listed : settings.backends()) {
            IpAddress address = listed.address();
            PacketBackend added = Objects.requireNonNull(
                    backends.add(listed.toString(), listed.weight(), nextHops.apply(address), address, listed.port()));
            for (int service = 0; service < ports.size(); service++) {
                endpoints.add(address, listed.port() == 0 ? ports.get(service) : listed.port(), added.index, service);
            }
        }
        return endpoints;
    }

    private static SessionTable.Ended ended(PacketBackends backends, @Nullable PortTranslationTable ports) {
        return new SessionTable.Ended() {
            @Override
            public void ended(int backend) {
                backends.end(backend);
            }

            @Override
            public void forgotten(int backend, int neighbour) {
                if (ports != null && neighbour > 0) {
                    ports.release(backend, neighbour - 1);
                }
            }
        };
    }

    PacketLoop loop() {
        return loop;
    }

    public PacketStatus status() {
        return loop.status();
    }

    /** Ends within some 50 ms; sessions are dropped, and their packets are lost until another dispatcher takes over. */
    @Override
    public void close() {
        loop.stop();
        FrameLink.join(thread);
        taken.close();
    }
}
