package io.gosling.gos.hazelcast.tls;

import static com.hazelcast.internal.networking.HandlerStatus.BLOCKED;
import static com.hazelcast.internal.networking.HandlerStatus.CLEAN;
import static com.hazelcast.internal.networking.HandlerStatus.DIRTY;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Decrypts what arrives into the next handler's buffer, or by way of its own one while a record does not fit there: the
 * first of those buffers has three bytes.
 */
final class MemberTlsDecoder extends InboundHandler<ByteBuffer, ByteBuffer> {
    private static final int HANDSHAKE = 0x16;
    private static final int ALERT = 0x15;

    private final MemberTlsSession session;

    /** A decrypted record that did not fit, for reading. */
    private @Nullable ByteBuffer rest;

    private boolean begun;

    MemberTlsDecoder(MemberTlsSession session) {
        this.session = session;
    }

    @Override
    public void handlerAdded() {
        initSrcBuffer(MemberTlsEncoder.bufferSize(session));
    }

    @Override
    public HandlerStatus onRead() throws Exception {
        src.flip();
        try {
            return session.isFailed() ? discard() : decode();
        } catch (SSLException e) {
            session.fail(e);
            return discard();
        } finally {
            if (src.hasRemaining()) {
                src.compact();
            } else {
                src.clear();
            }
        }
    }

    /** Reads on after a refusal: unread bytes would reset the connection before the other side has read the alert. */
    private HandlerStatus discard() {
        src.position(src.limit());
        return CLEAN;
    }

    private HandlerStatus decode() throws IOException {
        requireTls();
        while (handOver()) {
            if (session.isComputing()) {
                return BLOCKED;
            }
            if (!src.hasRemaining()) {
                return CLEAN;
            }
            SSLEngineResult result = unwrap();
            if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
                return CLEAN;
            }
            if (result.getStatus() == Status.CLOSED) {
                session.closed();
                return discard();
            }
            if (session.unwrapped(result)) {
                return BLOCKED;
            }
        }
        return DIRTY;
    }

    private void requireTls() throws SSLException {
        if (!begun && src.hasRemaining()) {
            begun = true;
            requireTls(src.get(src.position()));
        }
    }

    /** @throws SSLException if a connection that begins with this byte has no TLS */
    static void requireTls(byte first) throws SSLException {
        if (first != HANDSHAKE && first != ALERT) {
            throw new NotSslRecordException();
        }
    }

    /** Unwraps one record, or a part of the handshake. */
    private SSLEngineResult unwrap() throws SSLException {
        SSLEngineResult result = session.engine().unwrap(src, dst);
        if (result.getStatus() != Status.BUFFER_OVERFLOW) {
            return result;
        }
        ByteBuffer own = rest;
        int size = session.engine().getSession().getApplicationBufferSize();
        if (own == null || own.capacity() < size) {
            own = ByteBuffer.allocate(size);
            rest = own;
        }
        own.clear();
        result = session.engine().unwrap(src, own);
        own.flip();
        return result;
    }

    /** Moves what did not fit; returns true if nothing is left. */
    private boolean handOver() {
        ByteBuffer own = rest;
        if (own == null || !own.hasRemaining()) {
            return true;
        }
        int count = Math.min(own.remaining(), dst.remaining());
        dst.put(dst.position(), own, own.position(), count);
        dst.position(dst.position() + count);
        own.position(own.position() + count);
        return !own.hasRemaining();
    }

    @Override
    public void interceptError(Throwable error) throws Throwable {
        session.explain(error);
    }
}
