package io.gosling.gos.hazelcast.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.netty.tls.ClusterTls;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class HandshakeFailureTest {
    @Test
    void firstBytesTellTlsFromOtherProtocols() throws Exception {
        HandshakeFailure.requireTls((byte) 0x16);
        HandshakeFailure.requireTls((byte) 0x15);
        for (String other : new String[] {"HZC", "CB2", "GET", "PRI", "SSH", "\u00c7"}) {
            SSLException e =
                    assertThrows(SSLException.class, () -> HandshakeFailure.requireTls((byte) other.charAt(0)), other);
            assertEquals(HandshakeFailure.NO_TLS, HandshakeFailure.reason(e));
        }
    }

    @Test
    void messagesOfTheJdkAreSaidInWords() {
        assertEquals(
                ClusterTls.NO_CERTIFICATE,
                HandshakeFailure.reason(new SSLHandshakeException("Empty client certificate chain")));
        assertEquals(
                HandshakeFailure.OTHER_VERSION,
                HandshakeFailure.reason(new SSLHandshakeException("Received fatal alert: protocol_version")));
        assertEquals("Tag mismatch", HandshakeFailure.reason(new SSLException("Tag mismatch")));
    }
}
