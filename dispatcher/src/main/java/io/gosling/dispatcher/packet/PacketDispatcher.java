package io.gosling.dispatcher.packet;

import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.FrameLink;
import io.gosling.dispatcher.packet.link.KernelFilter;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.dispatcher.packet.link.ProcessLock;
import io.gosling.dispatcher.packet.link.SolicitedNodeGroup;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.document.Ticker;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;

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
        HostChecks checks = HostChecks.ofThisHost();
        checks.require(settings, device);
        Function<IpAddress, IpAddress> nextHops = checks.nextHops(settings, device);
        Supplier<String> obstacle = () -> checks.obstacle(settings);
        String name = "gosling-packets-" + settings.cluster() + "-" + device.index();
        ResourceStack taken = new ResourceStack();
        boolean whole = false;
        try {
            taken.add(ProcessLock.of(name)
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

    private static List<KernelFilter.Instruction> filter(PacketSettings settings) {
        return KernelFilter.of(
                settings.cluster(),
                settings.mode() == PacketMode.LSMAC || settings.translation().isOn()
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
        EndpointTable endpoints = new EndpointTable(
                settings.backends().size() * settings.get(PacketSettings.PORTS).size());
        for (PacketSettings.Listed listed : settings.backends()) {
            PacketBackend added = backends.add(
                    listed.toString(),
                    listed.weight(),
                    nextHops.apply(listed.address()),
                    listed.address(),
                    listed.port());
            for (int service = 0;
                    added != null
                            && service < settings.get(PacketSettings.PORTS).size();
                    service++) {
                int port =
                        listed.port() == 0 ? settings.get(PacketSettings.PORTS).get(service) : listed.port();
                endpoints.add(listed.address(), port, added.index, service);
            }
        }
        SingleWriterCounters dropped = new SingleWriterCounters(DropReason.values().length);
        long mac = device.mac().bits();
        SessionTable table;
        PacketForwarding forwarding;
        if (settings.translation().isOn()) {
            int count = settings.translation().ports();
            int first = new SplittableRandom(seed).nextInt(count);
            TranslatedPorts ports =
                    taken.add(new TranslatedPorts(settings.backends().size(), count, first));
            table = taken.add(new SessionTable(settings.tableLimits(), seed, givingBack(ports, backends)));
            SessionTracker sessions = new SessionTracker(
                    table, backends, settings.cluster(), settings.get(PacketSettings.PORTS), true, false, dropped);
            forwarding = new Lsnapt(sessions, settings.cluster(), mac, endpoints, settings.translation(), ports);
        } else {
            boolean bothWays = settings.mode() == PacketMode.LSNAT;
            table = taken.add(new SessionTable(settings.tableLimits(), seed, backends::end));
            SessionTracker sessions = new SessionTracker(
                    table,
                    backends,
                    settings.cluster(),
                    settings.get(PacketSettings.PORTS),
                    bothWays,
                    backends.stateless,
                    dropped);
            forwarding = bothWays
                    ? new Lsnat(sessions, settings.cluster(), mac, endpoints, new ClientHardwareAddresses())
                    : new Lsmac(sessions, settings.cluster(), mac);
        }
        ArpAnnouncer announcer = new ArpAnnouncer(link, mac);
        NeighbourProtocol enquiry = new NeighbourProtocol(announcer, backends, device, settings);
        StandbyController turns = new StandbyController(settings, announcer, enquiry, backends, ticker.nanos());
        PacketLoop loop = new PacketLoop(
                link, forwarding, enquiry, turns, backends, table, dropped, settings, mac, obstacle, ticker);
        return new PacketDispatcher(taken, loop, failed);
    }

    private static SessionTable.Ended givingBack(TranslatedPorts ports, PacketBackends backends) {
        return new SessionTable.Ended() {
            @Override
            public void ended(int backend) {
                backends.end(backend);
            }

            @Override
            public void forgotten(int backend, int neighbour) {
                if (neighbour > 0) {
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
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        taken.close();
    }
}
