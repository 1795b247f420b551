package io.gosling.gos.hazelcast.tls;

import io.gosling.netty.tls.ClusterTls;
import io.netty.handler.ssl.NotSslRecordException;
import javax.net.ssl.SSLException;

/** Says why a connection was refused, and what to change. Pure. */
final class HandshakeFailure {
    static final String NO_TLS = ClusterTls.explain(new NotSslRecordException());
    static final String OTHER_VERSION = "it does not speak TLS 1.3; expected another node";
    static final String ENDED = "it has closed the connection before the TLS handshake was complete";

    private static final int HANDSHAKE = 0x16;
    private static final int ALERT = 0x15;

    private HandshakeFailure() {}

    /** @throws SSLException if a connection that begins with this byte has no TLS */
    static void requireTls(byte first) throws SSLException {
        if (first != HANDSHAKE && first != ALERT) {
            throw new NotSslRecordException();
        }
    }

    static String reason(SSLException failure) {
        // The JDK says it in messages alone.
        String message = String.valueOf(failure.getMessage());
        if (message.contains("protocol_version")) {
            return OTHER_VERSION;
        }
        return ClusterTls.explain(failure);
    }
}
