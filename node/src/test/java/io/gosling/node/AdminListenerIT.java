package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.SelfSignedCertificate;
import io.gosling.node.process.PortBinder;
import io.gosling.node.report.AdminCredentials;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.settings.HostPort;
import io.gosling.testing.TestCertificate;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The admin port for people and machines elsewhere, from the built jar. */
class AdminListenerIT {
    @TempDir
    private Path folder;

    private Path site = Path.of("");
    private Path tokens = Path.of("");
    private Path certificate = Path.of("");

    @BeforeEach
    void makeSite() throws Exception {
        site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        tokens = folder.resolve("tokens");
        certificate = folder.resolve("admin.pem");
    }

    private String token(String role) throws Exception {
        try (RunningProcess verb =
                RunningProcess.gosling("token", "create", "--role", role, "--file", tokens.toString())) {
            String token = verb.out().strip();
            assertEquals(0, verb.status(), verb.err());
            Files.writeString(folder.resolve(role), token + "\n");
            return token;
        }
    }

    private static int status(HttpClient client, String admin, String method, String path, String authorization)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://" + admin + path))
                .method(method, HttpRequest.BodyPublishers.ofString("url=/index.html"))
                .header("Content-Type", "application/x-www-form-urlencoded");
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void aPortForOthersWantsTlsAndATokenOfTheRole() throws Exception {
        String metrics = "Bearer " + token("metrics");
        String operate = "Bearer " + token("operate");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)));
        String probes = "127.0.0.1:"
                + PortBinder.free(InetAddress.getLoopbackAddress(), 1).getFirst();
        try (RunningProcess node = RunningProcess.gosling(RunningProcess.serve(
                site,
                "--admin-host",
                "0.0.0.0",
                "--admin-certificate",
                certificate.toString(),
                "--admin-tokens",
                tokens.toString(),
                "--admin-probes",
                probes))) {
            HostPort bound = HostPort.parse(node.ready().get("admin"));
            String admin = "127.0.0.1:" + bound.port();
            String print = SelfSignedCertificate.fingerprint(certificate);
            assertTrue(node.err().contains("admin port: TLS with the certificate " + print), node.err());
            try (HttpClient client = HttpClient.newBuilder()
                    .sslContext(AdminCredentials.trustingFingerprint(print, null))
                    .build()) {
                assertEquals(200, status(client, admin, "GET", "/metrics", metrics));
                assertEquals(403, status(client, admin, "POST", "/purge", metrics));
                assertEquals(403, status(client, admin, "GET", "/status", metrics));
                assertEquals(401, status(client, admin, "GET", "/metrics", "Bearer gosling_wrong"));
                assertEquals(401, status(client, admin, "GET", "/metrics", ""));
                assertEquals(200, status(client, admin, "POST", "/purge", operate));
            }
            assertTrue(node.err().contains("admin: POST /purge by token operate from 127.0.0.1:"), node.err());
            assertVerbs(admin, print);
            assertEquals("alive\n", TestSite.text(probes, "/livez"));
            assertEquals(200, TestSite.get(probes, "/readyz").statusCode());
            assertEquals(404, TestSite.get(probes, "/metrics").statusCode());
            assertEquals(404, TestSite.get(probes, "/status").statusCode());
        }
    }

    private void assertVerbs(String admin, String print) throws Exception {
        String url = "https://" + admin;
        String token = folder.resolve("operate").toString();
        try (RunningProcess status =
                RunningProcess.gosling("status", "--admin", url, "--token-file", token, "--fingerprint", print)) {
            assertEquals(0, status.status(), status.err());
            String printed = status.out();
            assertTrue(printed.contains("ready"), printed);
        }
        String other = "sha256:" + "0".repeat(64);
        try (RunningProcess status =
                RunningProcess.gosling("status", "--admin", url, "--token-file", token, "--fingerprint", other)) {
            assertEquals(ExitCode.UNREACHABLE.status(), status.status(), status.err());
            assertTrue(status.err().contains("has the fingerprint " + print + "; expected " + other), status.err());
        }
        String authorized = url.replace("127.0.0.1", "localhost");
        String weak = folder.resolve("metrics").toString();
        try (RunningProcess status = RunningProcess.gosling(
                "status", "--admin", authorized, "--token-file", weak, "--ca-file", certificate.toString())) {
            assertEquals(ExitCode.REFUSED.status(), status.status(), status.err());
            assertTrue(
                    status.err().contains("403: this needs a token or a certificate with the role read"), status.err());
        }
    }

    @Test
    void aClientCertificateHasTheRoleOfItsName() throws Exception {
        token("metrics");
        Files.writeString(tokens, "ann operate certificate\nbob read certificate\n", StandardOpenOption.APPEND);
        TestCertificate authority = TestCertificate.of("people").write(folder, "people");
        for (String name : List.of("ann", "bob", "eve")) {
            TestCertificate own = authority.issue(name);
            Files.writeString(folder.resolve(name + ".pem"), own.certificatePem() + own.keyPem());
        }
        // By another authority of the same name, so that the client presents it.
        TestCertificate stranger = TestCertificate.of("people").issue("ann");
        Files.writeString(folder.resolve("stranger.pem"), stranger.certificatePem() + stranger.keyPem());
        try (RunningProcess node = RunningProcess.gosling(RunningProcess.serve(
                site,
                "--admin-host",
                "0.0.0.0",
                "--admin-certificate",
                certificate.toString(),
                "--admin-tokens",
                tokens.toString(),
                "--admin-client-certificates",
                folder.resolve("people.pem").toString()))) {
            String admin =
                    "127.0.0.1:" + HostPort.parse(node.ready().get("admin")).port();
            String print = SelfSignedCertificate.fingerprint(certificate);
            Map<String, Integer> purges = Map.of("ann", 200, "bob", 403, "eve", 401);
            for (Map.Entry<String, Integer> purge : purges.entrySet()) {
                Path file = folder.resolve(purge.getKey() + ".pem");
                try (HttpClient client = HttpClient.newBuilder()
                        .sslContext(AdminCredentials.trustingFingerprint(
                                print, new CertificateFiles(file, file).keyManagers()))
                        .build()) {
                    assertEquals(purge.getValue(), status(client, admin, "POST", "/purge", ""), purge.getKey());
                }
            }
            assertTrue(node.err().contains("admin: POST /purge by certificate ann from 127.0.0.1:"), node.err());
            List<String> verb =
                    List.of("status", "--admin", "https://" + admin, "--fingerprint", print, "--certificate");
            assertTrue(run(ExitCode.OK, with(verb, "bob.pem")).contains("ready"));
            assertTrue(run(ExitCode.REFUSED, with(verb, "eve.pem")).contains("401: no token"));
            run(ExitCode.UNREACHABLE, with(verb, "stranger.pem"));
        }
    }

    private String[] with(List<String> arguments, String file) {
        return Stream.concat(arguments.stream(), Stream.of(folder.resolve(file).toString()))
                .toArray(String[]::new);
    }

    /** Runs a verb, and returns what it printed. */
    private static String run(ExitCode expected, String... arguments) throws Exception {
        try (RunningProcess verb = RunningProcess.gosling(arguments)) {
            String out = verb.out();
            assertEquals(expected.status(), verb.status(), out + verb.err());
            return out + verb.err();
        }
    }

    @Test
    void whoeverMayOpenTheSocketNeedsNoToken() throws Exception {
        token("metrics");
        Path file = folder.resolve("admin.sock");
        String socket = "unix:" + file;
        try (RunningProcess node = RunningProcess.gosling(
                RunningProcess.serve(site, "--admin-tokens", tokens.toString(), "--admin-socket", file.toString()))) {
            String port = node.ready().get("admin");
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            assertTrue(run(ExitCode.REFUSED, "status", "--admin", port).contains("answered 401: no token"));
            assertTrue(run(ExitCode.OK, "status", "--admin", socket).contains("ready"));
            assertTrue(
                    run(ExitCode.OK, "purge", "--admin", socket, "/index.html").contains("purged"));
            assertTrue(run(ExitCode.OK, "reload", "--admin", socket).contains("nothing has changed"));
            assertTrue(run(ExitCode.OK, "drain", "--admin", socket).contains(" has left"));
            assertEquals(0, node.status(), node.err());
            assertTrue(node.err().contains("admin: POST /drain by the Unix socket from this machine: 200"), node.err());
            assertTrue(Files.notExists(file), "removed with the process");
            assertTrue(run(ExitCode.UNREACHABLE, "status", "--admin", socket)
                    .contains("--admin: nothing answers at " + socket));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--admin-tokens|--admin-certificate FILE for TLS",
                "--admin-certificate|--admin-tokens FILE, made by gosling token create"
            })
    void othersReachNoPortWithoutTlsOrWithoutTokens(String flag, String missing) throws Exception {
        String file = folder.resolve("file").toString();
        try (RunningProcess node =
                RunningProcess.gosling(RunningProcess.serve(site, "--admin-host", "0.0.0.0", flag, file))) {
            assertEquals(ExitCode.CONFIGURATION.status(), node.status(), node.err());
            String refused = "gosling: --admin-host: value \"0.0.0.0\"; expected a loopback address such as 127.0.0.1,"
                    + " or besides " + missing;
            assertTrue(node.err().startsWith(refused), node.err());
        }
    }
}
