package io.gosling.origin;

import io.gosling.netty.ClientRequest;
import io.gosling.netty.ClientResponse;
import io.gosling.netty.HttpClient;
import io.gosling.netty.PoolLimits;
import io.gosling.netty.Transport;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * Asks an origin over pooled connections. Its name is looked up for each request, which Java remembers for 30 s; where it
 * has several addresses, those that cannot be connected to are passed over. Safe for use by many virtual threads.
 */
public final class OriginClient implements Upstream, AutoCloseable {
    private static final int MOST_ADDRESSES = 4;
    private static final int WAITING = 1024;
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final OriginSettings settings;
    private final HttpClient client;

    private OriginClient(OriginSettings settings, HttpClient client) {
        this.settings = settings;
        this.client = client;
    }

    /** A client that believes the certificates that this Java does. The transport stays the caller's. */
    public static OriginClient open(Transport transport, OriginSettings settings) {
        try {
            return open(
                    transport,
                    settings,
                    SslContextBuilder.forClient().sslProvider(SslProvider.JDK).build());
        } catch (IOException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    static OriginClient open(Transport transport, OriginSettings settings, SslContext tls) {
        PoolLimits limits = new PoolLimits(
                settings.connections(), WAITING, IDLE, settings.times().connect());
        return new OriginClient(
                settings,
                settings.address().secure()
                        ? HttpClient.secure(transport, limits, tls)
                        : HttpClient.open(transport, limits));
    }

    @Override
    public Answer send(Message request) throws IOException {
        OriginSettings.Times times = settings.times();
        ClientRequest sent = new ClientRequest(
                request.method(),
                request.target(),
                request.headers(),
                new byte[0],
                times.header(),
                times.progress(),
                times.total());
        InetAddress[] addresses = addresses();
        for (int i = 0; ; i++) {
            InetSocketAddress address =
                    new InetSocketAddress(addresses[i], settings.address().port());
            try {
                return answer(client.send(address, sent, request.upload()));
            } catch (ConnectException e) {
                if (i + 1 >= Math.min(addresses.length, MOST_ADDRESSES)) {
                    throw e;
                }
            }
        }
    }

    /** Those of the name, each with it, since TLS asks for the certificate of that. */
    private InetAddress[] addresses() throws IOException {
        String host = settings.address().host();
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new ConnectException("the origin's name " + host + " is not known: " + e.getMessage());
        }
    }

    private static Answer answer(ClientResponse response) {
        return new Answer(response.status(), response.headers(), response.length(), response.body(), response::close);
    }

    @Override
    public void close() {
        client.close();
    }
}
