package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code gosling purge} sent to a front-end, with admin ports that the test plays. */
class PurgeVerbTest {
    private final StringWriter err = new StringWriter();
    private final List<HttpServer> servers = new ArrayList<>();
    private final List<String> purged = new ArrayList<>();

    @AfterEach
    void close() {
        servers.forEach(server -> server.stop(0));
    }

    private static String address(HttpServer server) {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private HttpServer server() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        servers.add(server);
        return server;
    }

    private static void says(HttpServer server, String path, int status, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private HttpServer node(String name) throws Exception {
        HttpServer node = server();
        says(node, "/status", 200, "{\"kind\":\"node\",\"name\":\"" + name + "\"}");
        node.createContext("/purge", exchange -> {
            purged.add(name);
            byte[] bytes = "{\"complete\":true,\"acknowledged\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        node.start();
        return node;
    }

    private HttpServer frontEnd(String... members) throws Exception {
        HttpServer frontEnd = server();
        says(
                frontEnd,
                "/status",
                200,
                "{\"kind\":\"front-end\",\"name\":\"f\",\"cluster\":{\"members\":["
                        + Stream.of(members).collect(Collectors.joining(",")) + "]}}");
        says(frontEnd, "/purge", 405, "a front-end holds nothing\n");
        frontEnd.start();
        return frontEnd;
    }

    private static String member(String name, String role, String host, String admin) {
        return "{\"name\":\"" + name + "\",\"role\":\"" + role + "\",\"http\":\"" + host + ":80\",\"admin\":\"" + admin
                + "\"}";
    }

    private int purge(HttpServer admin) {
        return GoslingCommand.create()
                .setOut(new PrintWriter(new StringWriter(), true))
                .setErr(new PrintWriter(err, true))
                .execute("purge", "/a.html", "--admin", address(admin));
    }

    @Test
    void itGoesToANodeAndNotToAnotherFrontEnd() throws Exception {
        HttpServer other = frontEnd();
        for (String role : List.of("all", "web", "store")) {
            HttpServer node = node(role);
            assertEquals(
                    0,
                    purge(frontEnd(
                            member("a-front-end", "front-end", "127.0.0.1", address(other)),
                            member("n1", role, "127.0.0.1", address(node)))),
                    err.toString());
        }
        assertEquals(List.of("all", "web", "store"), purged);
    }

    @Test
    void aNodeThatDoesNotAnswerIsPassedOver() throws Exception {
        HttpServer gone = node("gone");
        String before = address(gone);
        gone.stop(0);
        HttpServer node = node("n2");
        assertEquals(
                0,
                purge(frontEnd(
                        member("n1", "all", "127.0.0.1", before), member("n2", "all", "127.0.0.1", address(node)))),
                err.toString());
        assertEquals(List.of("n2"), purged);
        assertEquals(
                ExitCode.REFUSED.status(), purge(frontEnd(member("n1", "all", "127.0.0.1", before))), err.toString());
        assertTrue(err.toString().contains("(n1 at " + before + ": "), err.toString());
    }

    @Test
    void whereNoNodeIsOnThisMachineItIsSaidWhichThereAre() throws Exception {
        HttpServer other = frontEnd();
        HttpServer asked = frontEnd(
                member("f2", "front-end", "127.0.0.1", address(other)),
                member("n1", "all", "198.51.100.1", "127.0.0.1:4675"),
                member("n2", "store", "198.51.100.2", "127.0.0.1:4675"));
        assertEquals(ExitCode.REFUSED.status(), purge(asked));
        assertEquals(
                "gosling: " + address(asked) + " is a front-end, and no node of its cluster answers on this machine;"
                        + " expected a node's admin port, on its own machine: of n1, n2\n",
                err.toString());
    }
}
