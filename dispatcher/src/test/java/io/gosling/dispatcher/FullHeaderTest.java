package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.FrameClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A header that fills its limits at a front-end fits those of the node behind, with what the front-end adds. */
@Timeout(60)
class FullHeaderTest {
    private static final ListenEndpoint FRAMES = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);
    private static final HttpLimits LIMITS = HttpLimits.defaults();

    /** All that a front-end can add: it names the client, frames the body and asks for trailers. */
    private static final String BEGINNING =
            "POST / HTTP/1.1\r\nHost: " + "h".repeat(255) + "\r\nTE: trailers\r\nTransfer-Encoding: chunked\r\n";

    private interface Story {
        void tell(Stage stage) throws Exception;
    }

    private static void beforeANode(Story story) throws Exception {
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "node");
                HttpServer node = HttpServer.start(
                        transport,
                        Stage.anyAddress(),
                        LIMITS.behindFrontEnds(),
                        CachedDocumentLookup.none(),
                        request -> new Response(200, Headers.empty(), null),
                        CompletedResponseListener.none(),
                        Ticker.system());
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES)) {
            stage.tell(List.of(Backend.ready("node", node.address())));
            story.tell(stage);
        }
    }

    private static int status(Stage stage, String header) throws Exception {
        try (RawClient client = stage.client()) {
            return client.send(header + "\r\n0\r\n\r\n").answer().status();
        }
    }

    @Test
    void asManyFieldsAsThereMayBe() throws Exception {
        beforeANode(stage -> {
            int more = LIMITS.get(HttpLimits.HEADER_COUNT) - 3;
            assertEquals(200, status(stage, BEGINNING + "A: b\r\n".repeat(more)));
            assertEquals(431, status(stage, BEGINNING + "A: b\r\n".repeat(more + 1)));
            assertEquals(1, stage.outcome(RequestOutcome.REFUSED), "by the front-end");
            assertEquals(1, stage.outcome(RequestOutcome.RELAYED));
        });
    }

    @Test
    void asManyBytesAsThereMayBe() throws Exception {
        beforeANode(stage -> {
            int line = BEGINNING.indexOf('\n') + 1;
            int rest = LIMITS.get(HttpLimits.HEADER) - (BEGINNING.length() - line);
            assertEquals(200, status(stage, BEGINNING + "A: " + "b".repeat(rest - "A: \r\n".length()) + "\r\n"));
            assertEquals(431, status(stage, BEGINNING + "A: " + "b".repeat(rest + 100) + "\r\n"));
        });
    }

    @Test
    void asManyFieldsAsAStreamMayHave() throws Exception {
        beforeANode(stage -> {
            List<String> fields = new ArrayList<>(List.of("te", "trailers"));
            while (fields.size() / 2 < LIMITS.get(HttpLimits.HEADER_COUNT) - 1) {
                fields.addAll(List.of("a", "b"));
            }
            try (FrameClient client = FrameClient.open(stage.frontEnd.address())) {
                client.request(1, false, "POST", "/", fields.toArray(String[]::new));
                client.send(FrameClient.DATA, FrameClient.END_STREAM, 1);
                assertEquals(200, client.expect(FrameClient.HEADERS).status());
            }
        });
    }
}
