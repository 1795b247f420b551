package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.FrameLink;
import io.gosling.dispatcher.packet.link.KernelFilter;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.document.Ticker;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Function;

/**
 * LSMAC or LSNAT, running: a link, a table and one thread. Any thread may ask for its {@link #status}; whoever opened it closes
 * it.
 */
public final class PacketDispatcher implements AutoCloseable {
    private static final Logger log = System.getLogger(PacketDispatcher.class.getName());

    private final FrameLink link;
    private final SessionTable table;
    private final PacketLoop loop;
    private final Thread thread;

    private PacketDispatcher(FrameLink link, SessionTable table, PacketLoop loop, Runnable failed) {
        this.link = link;
        this.table = table;
        this.loop = loop;
        this.thread = Thread.ofPlatform().name("gosling-packets").unstarted(() -> {
            try {
                loop.run();
            } catch (RuntimeException | Error e) {
                log.log(Level.ERROR, "no packets are dispatched any more", e);
                failed.run();
            }
        });
    }

    /**
     * Looks whether this host can do it, opens the interface and begins.
     *
     * @param seed of the session table: one that nobody can guess
     * @param failed run on the dispatcher's thread if it ends by a fault
     * @throws IOException when something of this host stands against it; says what, and what to do
     */
    public static PacketDispatcher open(PacketSettings settings, long seed, Ticker ticker, Runnable failed)
            throws IOException {
        NetworkDevice device = NetworkDevice.named(settings.device());
        HostChecks checks = HostChecks.ofThisHost();
        checks.require(settings, device);
        Function<IpAddress, IpAddress> nextHops = checks.nextHops(settings, device);
        FrameLink link = PacketSocket.open(
                device,
                KernelFilter.of(
                        settings.cluster().bits(),
                        settings.mechanism() == PacketMechanism.LSMAC
                                ? List.of()
                                : settings.backends().stream()
                                        .map(backend -> backend.address().bits())
                                        .distinct()
                                        .toList()));
        try {
            PacketDispatcher opened = over(link, settings, device, nextHops, seed, ticker, failed);
            opened.thread.start();
            return opened;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /** One that has not begun. */
    static PacketDispatcher over(
            FrameLink link,
            PacketSettings settings,
            NetworkDevice device,
            Function<IpAddress, IpAddress> nextHops,
            long seed,
            Ticker ticker,
            Runnable failed) {
        PacketBackends backends = new PacketBackends(
                settings.policy(),
                settings.policySettings(),
                settings.backends().isEmpty(),
                settings.askInterval().multipliedBy(3).dividedBy(2));
        Endpoints endpoints =
                new Endpoints(settings.backends().size() * settings.ports().size());
        for (PacketSettings.Listed listed : settings.backends()) {
            PacketBackend added = backends.add(
                    listed.toString(),
                    listed.weight(),
                    nextHops.apply(listed.address()),
                    listed.address().bits(),
                    listed.port());
            for (int service = 0; added != null && service < settings.ports().size(); service++) {
                int port = listed.port() == 0 ? settings.ports().get(service) : listed.port();
                endpoints.add(listed.address().bits(), port, added.index(), service);
            }
        }
        Tallies dropped = new Tallies(Drop.values().length);
        SessionTable table = new SessionTable(settings.limits(), seed, backends::end);
        boolean bothWays = settings.mechanism() == PacketMechanism.LSNAT;
        Sessions sessions = new Sessions(table, backends, settings.ports(), bothWays, dropped);
        long mac = device.mac().bits();
        Forwarding forwarding = bothWays
                ? new Lsnat(sessions, settings.cluster(), mac, endpoints)
                : new Lsmac(sessions, settings.cluster(), mac);
        Enquiry enquiry = new Enquiry(link, backends, device, settings);
        PacketLoop loop = new PacketLoop(link, forwarding, enquiry, backends, table, dropped, settings, ticker);
        return new PacketDispatcher(link, table, loop, failed);
    }

    /** The loop, for who runs it step by step. */
    PacketLoop loop() {
        return loop;
    }

    /** How it is. */
    public PacketStatus status() {
        return loop.status();
    }

    /** Ends within some 50 ms; sessions are forgotten, and their packets go nowhere until somebody else takes them. */
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
        link.close();
        table.close();
    }
}
