package io.gosling.netty.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.jspecify.annotations.Nullable;

/** A certificate with its key; the names of its hosts are in lower case and may begin with {@code *.}. */
record ServerCertificate(CertificateFiles files, List<X509Certificate> chain, PrivateKey key, Set<String> names) {
    private static final Duration SOON = Duration.ofDays(14);
    private static final int DNS_NAME = 2;

    static ServerCertificate read(CertificateFiles files) throws IOException {
        List<X509Certificate> chain = chain(files.chain());
        X509Certificate own = chain.getFirst();
        return new ServerCertificate(files, chain, PrivateKeyReader.read(files, own.getPublicKey()), names(own));
    }

    static List<X509Certificate> chain(Path path) throws IOException {
        List<X509Certificate> chain = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] der : PemFile.read(path).labelled("CERTIFICATE")) {
                chain.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
            }
        } catch (CertificateException e) {
            throw PemFile.unusable(path, "a certificate cannot be read: " + e.getMessage());
        }
        if (chain.isEmpty()) {
            throw PemFile.unusable(path, "no certificate in it; expected -----BEGIN CERTIFICATE-----");
        }
        return chain;
    }

    /** Returns the problem with its validity period, expiry within two weeks included; or null. */
    @Nullable
    String complaint(Instant now) {
        Instant begin = chain.getFirst().getNotBefore().toInstant();
        Instant end = chain.getFirst().getNotAfter().toInstant();
        if (now.isAfter(end)) {
            return files.chain() + ": the certificate has expired at " + end;
        }
        if (now.isBefore(begin)) {
            return files.chain() + ": the certificate is not valid before " + begin;
        }
        return now.isAfter(end.minus(SOON)) ? files.chain() + ": the certificate expires at " + end : null;
    }

    private static Set<String> names(X509Certificate certificate) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        try {
            var alternatives = certificate.getSubjectAlternativeNames();
            for (List<?> alternative : alternatives == null ? List.<List<?>>of() : alternatives) {
                if (alternative.get(0).equals(DNS_NAME)) {
                    names.add(plain((String) alternative.get(1)));
                }
            }
            // The common name counts only where there is nothing better (RFC 6125, section 6.4.4).
            if (alternatives == null) {
                commonNames(certificate).forEach(name -> names.add(plain(name)));
            }
        } catch (CertificateException e) {
            throw new IOException("the certificate's names cannot be read: " + e.getMessage(), e);
        }
        return names;
    }

    static List<String> commonNames(X509Certificate certificate) throws IOException {
        try {
            return new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase("CN"))
                            .map(part -> part.getValue().toString())
                            .toList();
        } catch (InvalidNameException e) {
            throw new IOException("the certificate's names cannot be read: " + e.getMessage(), e);
        }
    }

    /** A name in lower case, without the dot of the root. */
    static String plain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
