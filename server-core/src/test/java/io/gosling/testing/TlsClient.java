package io.gosling.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Makes TLS connections, remembers sessions between them, and takes any certificate; what it got is asked afterwards.
 * One thread.
 */
public final class TlsClient {
    private final AtomicInteger shown = new AtomicInteger();
    private final SSLContext context;
    private String[] versions = {"TLSv1.3", "TLSv1.2"};
    private String[] protocols = {};

    private TlsClient(KeyManager... keys) {
        try {
            context = SSLContext.getInstance("TLS");
            context.init(keys, new TrustManager[] {new TakeAll(shown)}, null);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static TlsClient create() {
        return new TlsClient();
    }

    /** Presents a certificate when it is asked for one. */
    public static TlsClient with(TestCertificate own) {
        return new TlsClient(own.keyManagers());
    }

    /** Speaks these versions only, such as TLSv1.2. */
    public TlsClient speaking(String... only) {
        versions = only;
        return this;
    }

    /** Offers these protocols by ALPN, best first. */
    public TlsClient offering(String... named) {
        protocols = named;
        return this;
    }

    public SSLContext context() {
        return context;
    }

    /** Number of certificates shown by servers, none in resumed sessions. */
    public int certificatesShown() {
        return shown.get();
    }

    /** Connects and shakes hands. */
    public SSLSocket connect(InetSocketAddress address, String name) throws IOException {
        Socket plain = new Socket(address.getAddress(), address.getPort());
        plain.setSoTimeout(30_000);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, name, address.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setServerNames(name.isEmpty() ? List.of() : List.of(new SNIHostName(name)));
        parameters.setProtocols(versions);
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        try {
            socket.startHandshake();
        } catch (IOException e) {
            plain.close();
            throw e;
        }
        return socket;
    }

    /** Connects for raw requests. */
    public RawConnection open(InetSocketAddress address, String name) {
        try {
            return RawConnection.over(connect(address, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The certificate that a server shows for a name. */
    public X509Certificate certificateOf(InetSocketAddress address, String name) {
        try (SSLSocket socket = connect(address, name)) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts, and refuses nothing: which certificate it was is asked of the session. */
    private static final class TakeAll extends X509ExtendedTrustManager {
        private final AtomicInteger shown;

        TakeAll(AtomicInteger shown) {
            this.shown = shown;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            shown.incrementAndGet();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            shown.incrementAndGet();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            shown.incrementAndGet();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
