package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import java.io.IOException;
import java.util.Optional;

/** A front-end with the server that answers behind it, measured as one. */
record FrontedServer(String label, WebServer front, WebServer back) implements WebServer {
    static final FrontedServer HAPROXY_AND_VARNISH =
            new FrontedServer(Proxy.HAPROXY.label() + " + " + Peer.VARNISH.label(), Proxy.HAPROXY, Peer.VARNISH);

    @Override
    public Optional<String> version() throws IOException, InterruptedException {
        return front.version();
    }

    @Override
    public boolean needed() {
        return front.needed();
    }

    @Override
    public Optional<WebServer> behind() {
        return Optional.of(back);
    }

    @Override
    public Launch prepare(Site site) throws IOException {
        return front.prepare(site);
    }
}
