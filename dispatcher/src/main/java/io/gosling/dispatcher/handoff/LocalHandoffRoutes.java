package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.document.Ticker;
import io.gosling.netty.handoff.HandoffDirectory;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.transport.Transport;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The links of a front-end to the nodes on its host, one for each node and event loop, which are opened when a node
 * appears and again after a failure. Safe for use by many threads; does not own its transport.
 */
public final class LocalHandoffRoutes implements HandoffRoutes {
    private final Transport transport;
    private final HandoffDirectory directory;
    private final HandoffSettings terms;
    private final Ticker ticker;
    private final HandoffCounts counts = new HandoffCounts();

    /** Receiver of returned connections; null for none. Set before the first link is opened. */
    private volatile @Nullable AdoptedConnections home;

    private final NodeLinks links;

    private LocalHandoffRoutes(Transport transport, HandoffDirectory directory, HandoffSettings terms, Ticker ticker) {
        this.transport = transport;
        this.directory = directory;
        this.terms = terms;
        this.ticker = ticker;
        this.links = new NodeLinks(transport, counts, ticker, this::link);
    }

    private HandoffLink link(EventLoop loop, InetSocketAddress node, Consumer<String> news) {
        AdoptedConnections back = home;
        return new HandoffLink(
                loop,
                terms.get(HandoffSettings.TIMEOUT),
                counts,
                ticker,
                news,
                link -> new LocalTransport(link, transport, loop, directory, node, terms, back, counts));
    }

    /**
     * Nothing is opened until nodes are named.
     *
     * @throws IOException when connections cannot be passed here; says why and what to do
     */
    public static LocalHandoffRoutes open(Transport transport, HandoffSettings terms, Ticker ticker)
            throws IOException {
        if (!transport.passesConnections()) {
            throw new IOException("connections cannot be handed off with " + transport.describe()
                    + "; set transport to auto on Linux or macOS, or forwarding to proxy");
        }
        return new LocalHandoffRoutes(
                transport,
                HandoffDirectory.open(terms.find(HandoffSettings.DIRECTORY).orElseThrow()),
                terms,
                ticker);
    }

    @Override
    public void home(AdoptedConnections of) {
        home = terms.comeBack() ? of : null;
    }

    @Override
    public void nodes(Collection<InetSocketAddress> all) {
        links.nodes(all.stream().filter(address -> isHere(address.getAddress())).toList());
    }

    static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    @Override
    public @Nullable HandoffRoute to(EventLoop loop, InetSocketAddress node) {
        return links.to(loop, node);
    }

    @Override
    public void bound() {
        counts.count(HandoffOutcome.BOUND);
    }

    @Override
    public HandoffCounts counts() {
        return counts;
    }

    /** Ends the links; connections that nodes hold stay theirs. */
    @Override
    public void close() {
        links.close(link -> {});
    }
}
