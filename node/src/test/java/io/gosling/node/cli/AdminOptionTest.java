package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the options of verbs for admin ports, and the verb that makes tokens. */
class AdminOptionTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return GoslingCommand.create()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--admin https://web1|--admin: value \"https://web1\"; expected an address such as 127.0.0.1:4675",
                "--admin http://web1:1|--admin: value \"http://web1:1\"; expected an address such as 127.0.0.1:4675",
                "--admin unix:s --ca-file c|--fingerprint, --ca-file and --certificate: given without TLS",
                "--fingerprint sha256:00|--fingerprint, --ca-file and --certificate: given without TLS",
                "--admin 192.0.2.1:1 --token-file t|--token-file: given without TLS, so that others could read",
                "--admin https://a:1 --fingerprint 00|--fingerprint: value \"00\"; expected sha256: and 64"
            })
    void whatDoesNotGoTogetherIsRefused(String options, String message) {
        for (String verb : List.of("status", "purge /a", "drain")) {
            assertEquals(ExitCode.USAGE.status(), run((verb + " " + options).split(" ")), verb);
            assertTrue(err.toString().startsWith("gosling: " + message), err.toString());
        }
    }

    @Test
    void aSocketFileThatAProcessHasLeftIsNotAsked() throws Exception {
        Path file = Files.createTempDirectory("s").resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(file));
            assertTrue(AdminOption.answers(file));
        }
        assertTrue(Files.isWritable(file));
        assertFalse(AdminOption.answers(file));
        Files.delete(file);
        Files.delete(file.getParent());
    }

    @Test
    void aFileThatCannotBeUsedIsNamed() throws Exception {
        String none = folder.resolve("none").toString();
        assertEquals(ExitCode.NOT_FOUND.status(), run("status", "--token-file", none));
        assertEquals(
                "gosling: --token-file: " + none + ": no such file",
                err.toString().strip());
        Path wrong = Files.writeString(folder.resolve("wrong"), "a\nb\n");
        for (String option : List.of("--token-file", "--ca-file")) {
            assertEquals(
                    ExitCode.CONFIGURATION.status(),
                    run("status", "--admin", "https://127.0.0.1:1", option, wrong.toString()),
                    err.toString());
            assertTrue(err.toString().startsWith("gosling: " + option + ": " + wrong + ": "), err.toString());
        }
    }

    @Test
    void theTokenIsShownAndARefusalSaysWhy() throws Exception {
        HttpServer admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        admin.createContext("/status", exchange -> {
            byte[] shown = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(401, shown.length);
            exchange.getResponseBody().write(shown);
            exchange.close();
        });
        admin.start();
        try {
            String address = "127.0.0.1:" + admin.getAddress().getPort();
            String token = Files.writeString(folder.resolve("token"), "abc\n").toString();
            assertEquals(ExitCode.REFUSED.status(), run("status", "--admin", address, "--token-file", token));
            assertEquals(
                    "gosling: " + address + " answered 401: Bearer abc",
                    err.toString().strip());
        } finally {
            admin.stop(0);
        }
    }

    @Test
    void aTokenIsMadeAndItsNameIsTakenOnce() throws Exception {
        String file = folder.resolve("tokens").toString();
        assertEquals(0, run("token", "create", "--role", "read", "--file", file), err.toString());
        String token = out.toString().strip();
        assertTrue(token.matches("gosling_[A-Za-z0-9_-]{43}"), token);
        assertEquals(ExitCode.REFUSED.status(), run("token", "create", "--role", "read", "--file", file));
        assertTrue(err.toString().contains("has a token read; expected another --name"), err.toString());
        assertEquals(0, run("token", "create", "--role", "operate", "--name", "ann", "--file", file), err.toString());
        List<String> lines = Files.readAllLines(Path.of(file));
        assertEquals(2, lines.size());
        assertTrue(lines.get(1).matches("ann operate sha256:[0-9a-f]{64}"), lines.toString());
        assertEquals(ExitCode.USAGE.status(), run("token", "create", "--role", "root", "--file", file));
        assertEquals(
                "gosling: --role: value \"root\"; expected one of metrics, read, operate",
                err.toString().lines().findFirst().orElse(""));
        assertEquals(
                ExitCode.USAGE.status(), run("token", "create", "--role", "read", "--name", "a b", "--file", file));
    }
}
