package io.gosling.replication.members;

import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.transport.Transport;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the other servers, and no one else: an address that is not in the configuration cannot be asked. For many threads. */
public final class ReplicaPeerClient implements AutoCloseable {
    private static final int CONNECTIONS = 32;
    private static final int WAITING = 256;
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final byte[] NOTHING = {};

    private final ReplicaSet group;
    private final HttpClient client;
    private final PeerAddresses addresses;
    private final Ticker ticker;
    private final Duration patience;
    private final Duration pullTime;

    /**
     * @param tls with which servers are asked, and whose certificates are believed; null for a group without
     * @param patience for a server's address, for a connection, for the header of an answer, and for the next of its bytes
     * @param pullTime for an answer with the bytes of a document
     */
    public ReplicaPeerClient(
            ReplicaSet group,
            Transport transport,
            @Nullable SslContext tls,
            Ticker ticker,
            Duration patience,
            Duration pullTime) {
        this.group = group;
        PoolLimits limits = new PoolLimits(CONNECTIONS, WAITING, IDLE, patience);
        this.client = tls == null ? HttpClient.open(transport, limits) : HttpClient.secure(transport, limits, tls);
        this.addresses = new PeerAddresses(patience, ticker);
        this.ticker = ticker;
        this.patience = patience;
        this.pullTime = pullTime;
    }

    /**
     * An answer whose header was sealed by the server that was asked; closed by whoever asked.
     *
     * @param number of the question
     */
    public record Reply(ClientResponse response, ServerStatus word, long number) implements AutoCloseable {
        @Override
        public void close() {
            response.close();
        }
    }

    /** A document of that home, if it is not what {@code known} names; empty for one that is not known. */
    public Reply pull(ReplicaPeer home, String path, String known) throws IOException {
        String target = new CopyAddress(0, home.name(), path).toString();
        Headers fields = known.isEmpty() ? Headers.empty() : Headers.of("If-None-Match", known);
        return ask(home, "GET", target, fields, NOTHING, pullTime);
    }

    /** Who is to hold what a page of that home leads to. */
    public Reply links(ReplicaPeer home, String path) throws IOException {
        String target = new CopyAddress(0, home.name(), path).links();
        return ask(home, "GET", target, Headers.empty(), NOTHING, patience.multipliedBy(2));
    }

    /**
     * Asks how it is. Whoever does not answer this, or without the secret, is silent from now on; another question says
     * nothing of a server but that it cannot be connected to, since clients choose what is asked.
     */
    public void greet(ReplicaPeer peer) throws IOException {
        try {
            ask(peer, "HEAD", CopyAddress.PREFIX, Headers.empty(), NOTHING, patience.multipliedBy(2))
                    .close();
        } catch (PoolExhaustedException e) {
            throw e;
        } catch (IOException e) {
            group.silent(peer);
            throw e;
        }
    }

    /** Tells it something. */
    public void tell(ReplicaPeer peer, byte[] notices) throws IOException {
        Headers fields = Headers.of("Content-Type", "text/plain");
        ask(peer, "POST", CopyAddress.PREFIX, fields, notices, patience.multipliedBy(2))
                .close();
    }

    private Reply ask(ReplicaPeer peer, String method, String target, Headers fields, byte[] body, Duration total)
            throws IOException {
        InetSocketAddress address = address(peer);
        ServerStatus question = group.question(peer);
        Headers sealed = fields.plus(ServerStatus.FIELD, group.sealed(question, method, target, body))
                .plus("Host", peer.name());
        long asked = ticker.nanos();
        ClientResponse response;
        try {
            response = client.send(address, new ClientRequest(method, target, sealed, body, patience, patience, total));
        } catch (PoolExhaustedException e) {
            throw e;
        } catch (ConnectException e) {
            group.silent(peer);
            throw e;
        }
        Optional<ServerStatus> word = group.reply(
                question, response.headers().first(ServerStatus.FIELD), response.status(), response.headers(), asked);
        if (word.isEmpty()) {
            response.close();
            throw new IOException(
                    peer.name() + " answers " + response.status() + " without the group's secret; expected"
                            + " a server with the same replication.secret-file and this one in its replication.backend");
        }
        if (method.equals("HEAD") || response.status() == 204 || response.status() == 304) {
            // An answer without a body is read to its end, so that the connection is kept.
            response.body().transferTo(OutputStream.nullOutputStream());
        }
        return new Reply(response, word.get(), question.number());
    }

    private InetSocketAddress address(ReplicaPeer peer) throws ConnectException, InterruptedIOException {
        try {
            return addresses.of(peer);
        } catch (ConnectException e) {
            group.silent(peer);
            throw e;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
