package io.gosling.replication.members;

import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.transport.Transport;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client for requests to the other servers of the replica set, and to no others: an address that is not in the
 * configuration cannot be used. For many threads.
 */
public final class ReplicaPeerClient implements AutoCloseable {
    private static final int CONNECTIONS = 32;
    private static final int WAITING = 256;
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final byte[] NOTHING = {};

    private final ReplicaSet group;
    private final HttpClient client;
    private final Duration timeout;
    private final Duration pullTime;

    /**
     * @param tls the TLS configuration of requests to servers; null for a replica set without TLS
     * @param timeout timeout for a server's address and a connection together, for the header of a response, and for
     *     its next bytes
     * @param pullTime timeout for a response with the bytes of a document
     */
    public ReplicaPeerClient(
            ReplicaSet group, Transport transport, @Nullable SslContext tls, Duration timeout, Duration pullTime) {
        this.group = group;
        PoolLimits limits = new PoolLimits(CONNECTIONS, WAITING, IDLE, timeout);
        this.client = tls == null ? HttpClient.open(transport, limits) : HttpClient.secure(transport, limits, tls, "");
        this.timeout = timeout;
        this.pullTime = pullTime;
    }

    /** A response whose signed header was verified; closed by the caller. */
    public record Reply(ClientResponse response, ServerStatusMessage message, long number) implements AutoCloseable {
        @Override
        public void close() {
            response.close();
        }
    }

    /**
     * Fetches a document of that home, unless it is still the one that {@code known} names; {@code known} is empty for
     * a first fetch.
     */
    public Reply pull(ReplicaPeer home, String path, String known) throws IOException {
        String target = new CopyUrlPath(0, home.name(), path).toString();
        Headers fields = known.isEmpty() ? Headers.empty() : Headers.of("If-None-Match", known);
        return ask(home, "GET", target, fields, NOTHING, pullTime);
    }

    /**
     * Requests the status of a server. One that does not answer this, or answers without the secret, counts as silent
     * from now on. Other requests are chosen by clients, so of their failures only a failed connection counts.
     */
    public void ping(ReplicaPeer peer) throws IOException {
        try {
            ask(peer, "HEAD", CopyUrlPath.PREFIX, Headers.empty(), NOTHING, timeout.multipliedBy(2))
                    .close();
        } catch (PoolExhaustedException e) {
            throw e;
        } catch (IOException e) {
            group.silent(peer);
            throw e;
        }
    }

    public void tell(ReplicaPeer peer, byte[] notices) throws IOException {
        Headers fields = Headers.of("Content-Type", "text/plain");
        ask(peer, "POST", CopyUrlPath.PREFIX, fields, notices, timeout.multipliedBy(2))
                .close();
    }

    private Reply ask(ReplicaPeer peer, String method, String target, Headers fields, byte[] body, Duration total)
            throws IOException {
        ServerStatusMessage question = group.question(peer);
        Headers signed = fields.plus(ServerStatusMessage.FIELD, group.signedQuestion(question, method, target, body))
                .plus("Host", peer.name());
        long asked = group.ticker().nanos();
        ClientResponse response;
        try {
            ClientRequest request = new ClientRequest(method, target, signed, body, timeout, timeout, total, null);
            response = client.send(peer.address(), request);
        } catch (PoolExhaustedException e) {
            throw e;
        } catch (ConnectException e) {
            group.silent(peer);
            throw e;
        }
        Optional<ServerStatusMessage> message = group.reply(
                question,
                response.headers().first(ServerStatusMessage.FIELD),
                response.status(),
                response.headers(),
                asked);
        if (message.isEmpty()) {
            response.close();
            throw new IOException(
                    peer.name() + " answers " + response.status() + " without the group's secret; expected a server"
                            + " with the same replication.secret-file and this one in its replication.backend");
        }
        if (method.equals("HEAD") || response.status() == 204 || response.status() == 304) {
            // An answer without a body is read to its end, so that the connection is kept.
            response.body().transferTo(OutputStream.nullOutputStream());
        }
        return new Reply(response, message.get(), question.number());
    }

    @Override
    public void close() {
        client.close();
    }
}
