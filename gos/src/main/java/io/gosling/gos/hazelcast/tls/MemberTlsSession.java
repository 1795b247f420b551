package io.gosling.gos.hazelcast.tls;

import com.hazelcast.cluster.Address;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.server.ServerConnection;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.RefusalLog;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS of one connection: what {@link MemberTlsDecoder} and {@link MemberTlsEncoder} share.
 *
 * <p>Hazelcast runs the decoder on an input thread, and the encoder on an output thread or that of whoever sends, one
 * at a time. The decoder alone unwraps, and the encoder alone wraps, which an engine allows at the same time. During
 * the handshake each waits for the other, or for a computation, by returning BLOCKED, and whoever has made progress
 * wakes up the other afterwards: a pipeline that is woken up before it has returned runs once more.
 */
final class MemberTlsSession {
    private static final String ENDED = "it has closed the connection before the TLS handshake was complete";

    private final ClusterTls tls;
    private final SSLEngine engine;
    private final Channel channel;
    private final PendingHandshakes handshakes;
    private final RefusalLog log;
    private final Consumer<Address> onFailedConnection;

    private final AtomicReference<@Nullable RefusedMemberException> failure = new AtomicReference<>();
    private final AtomicBoolean computing = new AtomicBoolean();
    private final AtomicBoolean ending = new AtomicBoolean();
    private volatile @Nullable Future<?> farewell;
    private volatile boolean established;

    /** True if something was decrypted: the other side, which checks last, has accepted this one. */
    private volatile boolean accepted;

    /** @param onFailedConnection lets Hazelcast, while it joins, go on without a member: else it tries for minutes */
    MemberTlsSession(
            ClusterTls tls,
            Channel channel,
            PendingHandshakes handshakes,
            RefusalLog log,
            Consumer<Address> onFailedConnection)
            throws SSLException {
        this.tls = tls;
        this.engine = tls.engine(channel.isClientMode(), ClusterTls.MEMBER);
        this.channel = channel;
        this.handshakes = handshakes;
        this.log = log;
        this.onFailedConnection = onFailedConnection;
        engine.beginHandshake();
    }

    SSLEngine engine() {
        return engine;
    }

    boolean isClient() {
        return channel.isClientMode();
    }

    boolean isEstablished() {
        return established;
    }

    boolean isFailed() {
        return failure.get() != null;
    }

    /** Returns true while another thread computes for the handshake, which wakes up both pipelines afterwards. */
    boolean isComputing() {
        return computing.get();
    }

    /**
     * Wraps some of these bytes, or first a message that the engine has to send.
     *
     * @return false if there is no room for it, or the engine is closed
     */
    boolean wrap(ByteBuffer from, ByteBuffer into) throws SSLException {
        SSLEngineResult result = engine.wrap(from, into);
        if (result.getStatus() != Status.OK) {
            return false;
        }
        if (!established) {
            if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
                establish();
            }
            channel.inboundPipeline().wakeup();
        }
        return true;
    }

    /**
     * Follows the engine after it has unwrapped.
     *
     * @return true if the decoder has to wait until it is woken up
     */
    boolean unwrapped(SSLEngineResult result) throws SSLException {
        if (!accepted && result.bytesProduced() > 0) {
            accepted = true;
        }
        switch (result.getHandshakeStatus()) {
            case NEED_TASK -> {
                compute();
                return true;
            }
            case NEED_WRAP -> {
                if (established) {
                    // A new key, which goes out before the next packet.
                    return false;
                }
                channel.outboundPipeline().wakeup();
                return true;
            }
            case FINISHED -> establish();
            default -> {}
        }
        return false;
    }

    /** Runs what the engine wants to have computed, on a thread for it. */
    void compute() {
        if (computing.compareAndSet(false, true)) {
            handshakes.compute(() -> {
                for (Runnable task = next(); task != null; task = next()) {
                    task.run();
                }
                computing.set(false);
                channel.inboundPipeline().wakeup();
                channel.outboundPipeline().wakeup();
            });
        }
    }

    /** The next computation; none for a connection that is closed. */
    private @Nullable Runnable next() {
        return channel.isClosed() ? null : engine.getDelegatedTask();
    }

    private void establish() throws SSLException {
        ClusterTls.verified(engine, ClusterTls.MEMBER);
        if (handshakes.end(this)) {
            established = true;
            tls.watch(this, engine, this::retire);
            channel.addCloseListener(closed -> tls.forget(this));
            if (channel.isClosed()) {
                // Perhaps before it had the listener.
                tls.forget(this);
            }
            channel.outboundPipeline().wakeup();
        }
    }

    /** Hazelcast opens another connection at once. */
    private void retire() {
        refuse("the secret that proved the other member was removed", null);
        close();
    }

    /** Refuses the other side, which the encoder tells by an alert, if it has not told this one. */
    void fail(SSLException cause) {
        refuse(ClusterTls.explain(cause), cause);
        closeSoon();
        channel.outboundPipeline().wakeup();
    }

    /** One timer, whatever the other side goes on to send. */
    private void closeSoon() {
        if (ending.compareAndSet(false, true)) {
            farewell = handshakes.closeSoon(this);
        }
    }

    private void cancelTimers() {
        handshakes.end(this);
        Future<?> timer = farewell;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /**
     * Ends a connection whose engine is closed. Within the handshake it waits a moment for the other pipeline, which
     * may be about to say why.
     *
     * @throws EOFException after the handshake: the other side has announced its end
     */
    void closed() throws EOFException {
        if (established) {
            throw new EOFException("the other member has closed the connection");
        }
        closeSoon();
    }

    /** Records why this connection ends, and logs it; the first reason counts. */
    RefusedMemberException refuse(String reason, @Nullable Throwable cause) {
        String what = isClient()
                ? "gets no connection to the cluster port at " + remote() + ": "
                : "closes a connection from " + remote() + " to its cluster port: ";
        RefusedMemberException mine = new RefusedMemberException(what + reason, cause);
        RefusedMemberException first = failure.compareAndExchange(null, mine);
        if (first != null) {
            return first;
        }
        log.refused(host(), reason, what + reason);
        letJoinGoOn();
        return mine;
    }

    private void letJoinGoOn() {
        Address address = (Address) channel.attributeMap().get(Address.class);
        if (isClient() && !accepted && address != null) {
            onFailedConnection.accept(address);
        }
    }

    /** Replaces the error of a connection that was refused, or ended within its handshake, by the reason. */
    void explain(Throwable error) throws RefusedMemberException {
        cancelTimers();
        RefusedMemberException known = failure.get();
        if (known != null) {
            throw known;
        }
        if (!established && error instanceof IOException && channel.bytesRead() > 0) {
            throw refuse(ENDED, error);
        }
        letJoinGoOn();
    }

    /** Closes the connection of a handshake that takes too long. */
    void abandon(String reason) {
        if (handshakes.end(this) && !channel.isClosed()) {
            refuse(reason, null);
            close();
        }
    }

    /** Closes a connection that was refused. */
    void close() {
        cancelTimers();
        ServerConnection connection = (ServerConnection) channel.attributeMap().get(ServerConnection.class);
        if (!channel.isClosed() && connection != null) {
            RefusedMemberException reason = refuse(ENDED, null);
            connection.close(reason.getMessage(), reason);
        }
    }

    private String remote() {
        return channel.remoteSocketAddress() instanceof InetSocketAddress address
                ? host() + ':' + address.getPort()
                : "an unknown address";
    }

    /** The address of the other side, without its port. */
    String host() {
        return channel.remoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "";
    }
}
