package io.gosling.netty.tls;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A process of the cluster, as its certificate names it: {@code urn:gosling:ROLE:NAME} among the alternative names.
 * Whoever has the cluster's secret can take any role and any name, so both only tell processes apart and grant nothing.
 *
 * @param role lower-case letters and '-', such as {@code node}
 * @param name a node's name
 */
public record ClusterPeer(String role, String name) {
    private static final int URI_NAME = 6;
    private static final Pattern URN = Pattern.compile("urn:gosling:([a-z-]{1,32}):([A-Za-z0-9._-]{1,64})");

    /** @throws IllegalArgumentException when role or name has other characters or is too long */
    public ClusterPeer {
        String urn = urn(role, name);
        if (!URN.matcher(urn).matches()) {
            throw new IllegalArgumentException("\"" + urn + "\" cannot name a process of a cluster; expected a role of"
                    + " lower-case letters and a name of letters, digits, '-', '_' or '.', 64 at most");
        }
    }

    String urn() {
        return urn(role, name);
    }

    private static String urn(String role, String name) {
        return "urn:gosling:" + role + ":" + name;
    }

    /** The process on the other side of a connection whose handshake is over; null if it presented no certificate. */
    static @Nullable ClusterPeer of(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain[0] instanceof X509Certificate certificate ? of(certificate) : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /** The process that a certificate names; null if it names none. */
    static @Nullable ClusterPeer of(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            for (List<?> name : names == null ? List.<List<?>>of() : names) {
                Matcher urn = URN.matcher(String.valueOf(name.get(1)));
                if (name.get(0).equals(URI_NAME) && urn.matches()) {
                    return new ClusterPeer(urn.group(1), urn.group(2));
                }
            }
            return null;
        } catch (CertificateParsingException e) {
            return null;
        }
    }
}
