package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that two readers could understand differently: either they are refused and the connection closed, or the
 * back-end gets exactly one request in framing of our own. Never does it see what hides in the body.
 */
@Timeout(60)
class SmugglingTest {
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 33\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0, 0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n",
                "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
                "GET /\u0001 HTTP/1.1\r\nHost: x\r\n\r\n",
                "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
            })
    void anAmbiguousRequestIsRefusedAndNothingBehindItIsRead(String ambiguous) throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send(ambiguous + HIDDEN);
            RawClient.Answer answer = client.answer();
            assertTrue(answer.status() >= 400 && answer.status() < 600, () -> "status " + answer.status());
            assertEquals("close", answer.first("Connection"));
            client.sendsNoMore();
            assertTrue(client.isClosed());
            assertEquals(
                    List.of(),
                    backend.requests.stream()
                            .map(ScriptedBackend.Request::path)
                            .filter("/hidden"::equals)
                            .toList());
        }
    }

    @Test
    void aBodyThatLooksLikeARequestStaysABody() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("POST /a HTTP/1.1\r\nHost: x\r\nConnection: Content-Length\r\nContent-Length: "
                    + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
            assertEquals("n1 /a", client.answer().text());
            client.send(
                    "POST /b HTTP/1.1\r\nHost: x\r\nConnection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + Integer.toHexString(HIDDEN.length()) + ";ext=1\r\n" + HIDDEN
                            + "\r\n0\r\nHost: evil\r\n\r\n");
            assertEquals("n1 /b", client.answer().text());
            assertEquals(
                    List.of("/a", "/b"),
                    backend.requests.stream().map(ScriptedBackend.Request::path).toList());
            assertEquals(HIDDEN.length(), backend.requests.getLast().body().length);
        }
    }

    @Test
    void aResponseThatSaysTwoLengthsCannotPoisonTheNextOne() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged");
            with.request();
            with.answer("honest");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            RawClient.Answer first = client.get("/1").answer();
            assertTrue(first.status() == 502 || first.text().equals("abc"), first::text);
            assertTrue(!client.get("/2").answer().text().equals("forged"));
        }
    }
}
