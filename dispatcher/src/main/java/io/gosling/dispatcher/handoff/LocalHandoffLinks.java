package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.document.Ticker;
import io.gosling.netty.handoff.HandoffSocketDirectory;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.transport.Transport;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The routes to the nodes on the front-end's host. Does not own its transport. */
public final class LocalHandoffLinks extends HandoffLinks {
    final HandoffSocketDirectory directory;

    /** Receiver of returned connections; null for none. Set before the first link is opened. */
    private volatile @Nullable AdoptedConnections home;

    private LocalHandoffLinks(
            Transport transport, HandoffSocketDirectory directory, HandoffSettings terms, Ticker ticker) {
        super(transport, terms, ticker);
        this.directory = directory;
    }

    @Override
    Function<HandoffLink, HandoffTransport> transportTo(EventLoop loop, InetSocketAddress node) {
        AdoptedConnections back = home;
        return link -> new LocalHandoffTransport(link, this, loop, node, back);
    }

    /**
     * Nothing is opened until nodes are named.
     *
     * @throws IOException when connections cannot be passed here; says why and what to do
     */
    public static LocalHandoffLinks open(Transport transport, HandoffSettings terms, Ticker ticker) throws IOException {
        if (!transport.passesConnections()) {
            throw new IOException("connections cannot be handed off with " + transport.describe()
                    + "; set transport to auto on Linux or macOS, or forwarding to proxy");
        }
        return new LocalHandoffLinks(
                transport,
                HandoffSocketDirectory.open(
                        terms.find(HandoffSettings.DIRECTORY).orElseThrow()),
                terms,
                ticker);
    }

    @Override
    public void home(AdoptedConnections of) {
        home = terms.comeBack() ? of : null;
    }

    @Override
    boolean leadTo(InetAddress address) {
        return isHere(address);
    }

    /** Ends the links; connections that nodes hold stay theirs. */
    @Override
    public void close() {
        close(link -> {});
    }
}
