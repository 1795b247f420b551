package io.gosling.gos.hazelcast.tls;

import static com.hazelcast.internal.networking.HandlerStatus.BLOCKED;
import static com.hazelcast.internal.networking.HandlerStatus.CLEAN;
import static com.hazelcast.internal.networking.HandlerStatus.DIRTY;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.OutboundHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Encrypts what the previous handler has written. Takes nothing of it before the handshake is complete; after a refusal
 * it sends the alert, and then nothing more.
 */
final class MemberTlsEncoder extends OutboundHandler<ByteBuffer, ByteBuffer> {
    /** Some records: with fewer bytes in a system call, large packets are slow. */
    private static final int BUFFER = 64 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final MemberTlsSession session;

    MemberTlsEncoder(MemberTlsSession session) {
        this.session = session;
    }

    /** The size of either buffer of the network; any record fits. */
    static int bufferSize(MemberTlsSession session) {
        return Math.max(BUFFER, session.engine().getSession().getPacketBufferSize());
    }

    @Override
    public void handlerAdded() {
        initDstBuffer(bufferSize(session));
    }

    @Override
    public HandlerStatus onWrite() throws Exception {
        if (dst.hasRemaining()) {
            dst.compact();
        } else {
            dst.clear();
        }
        try {
            if (session.isFailed()) {
                return refuse();
            }
            return session.isEstablished() || handshake() ? encode() : waiting();
        } catch (SSLException e) {
            session.fail(e);
            return DIRTY;
        } finally {
            dst.flip();
        }
    }

    /** Goes on with the handshake; returns true if it is complete. */
    private boolean handshake() throws SSLException {
        while (session.engine().getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            if (!session.wrap(NOTHING, dst)) {
                return false;
            }
        }
        if (session.engine().getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            session.compute();
        }
        return session.isEstablished();
    }

    private HandlerStatus encode() throws SSLException {
        while (src.hasRemaining()) {
            if (!session.wrap(src, dst)) {
                return waiting();
            }
        }
        return CLEAN;
    }

    /** Waits until the buffer is sent, or until the decoder goes on, which also reports that the engine is closed. */
    private HandlerStatus waiting() {
        return dst.position() > 0 ? DIRTY : BLOCKED;
    }

    private HandlerStatus refuse() throws IOException {
        try {
            int before = -1;
            while (session.engine().getHandshakeStatus() == HandshakeStatus.NEED_WRAP && dst.position() > before) {
                before = dst.position();
                session.engine().wrap(NOTHING, dst);
            }
        } catch (SSLException e) {
            // There is no alert to send.
        }
        if (dst.position() == 0) {
            // The other side reads the alert and then the end, and closes.
            channel.socket().shutdownOutput();
        }
        return waiting();
    }

    @Override
    public void interceptError(Throwable error) throws Throwable {
        session.explain(error);
    }
}
