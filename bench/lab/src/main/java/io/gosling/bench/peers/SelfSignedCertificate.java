package io.gosling.bench.peers;

import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A self-signed certificate with an ECDSA key on P-256, made for one run.
 *
 * @param chain the certificate, PEM
 * @param key the key, PKCS#8 PEM
 * @param both one file with both, as some servers want it
 * @param store where both are, for the client that compares bodies
 */
record SelfSignedCertificate(Path chain, Path key, Path both, KeyStore store) {
    private static final String PASSWORD = "for-one-run";

    static SelfSignedCertificate make(ProcessWorkspace place) throws IOException, InterruptedException {
        Path directory = place.directory("certificate");
        Path store = directory.resolve("store.p12");
        place.run(
                "keytool",
                LaunchCommand.of(
                        OwnJavaCommands.program("keytool"),
                        "-genkeypair -alias site -keyalg EC -groupname secp256r1 -dname CN=localhost -validity 2",
                        "-ext SAN=dns:localhost,ip:127.0.0.1 -storetype PKCS12 -storepass " + PASSWORD + " -keystore",
                        store),
                60);
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            String chain = pem("CERTIFICATE", keys.getCertificate("site").getEncoded());
            String key = pem(
                    "PRIVATE KEY", keys.getKey("site", PASSWORD.toCharArray()).getEncoded());
            return new SelfSignedCertificate(
                    Files.writeString(directory.resolve("chain.pem"), chain),
                    Files.writeString(directory.resolve("key.pem"), key),
                    Files.writeString(directory.resolve("both.pem"), chain + key),
                    keys);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate that keytool made cannot be read", e);
        }
    }

    SSLContext trust() throws IOException {
        try {
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("this JVM cannot trust a certificate", e);
        }
    }

    private static String pem(String kind, byte[] der) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + kind + "-----\n";
    }
}
