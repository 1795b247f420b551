package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that content hidden in a body stays in it: the other side gets framing of our own. Requests that two readers
 * could understand differently are in {@link WireCasesTest}.
 */
@Timeout(60)
class SmugglingTest {
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n";

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
