package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.WireCaseHandler;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The front-end and its back-ends agree where a request ends, whatever headers it has that the HTTP library knows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KnownHeadersTest {
    private static final String SECOND = "GET /second HTTP/1.1\r\nHost: h\r\n\r\n";

    private final Transport transport = Transport.open(TransportKind.AUTO, 1, "known");
    private final HttpServer node;
    private final FrontEnd beforeNode;
    private final ScriptedBackend recorder;
    private final Stage beforeRecorder;

    KnownHeadersTest() throws IOException {
        node = HttpServer.start(
                transport,
                Stage.anyAddress(),
                HttpLimits.defaults().behindFrontEnds(),
                CachedDocumentLookup.none(),
                new WireCaseHandler(),
                CompletedResponseListener.none(),
                Ticker.system());
        beforeNode = FrontEnd.start(
                FrontEndSettings.defaults(),
                List.of(ListenEndpoint.plain(Stage.anyAddress())),
                transport,
                new ConfiguredBackends(List.of(Backend.ready("n1", node.address()))),
                null,
                Ticker.system());
        recorder = ScriptedBackend.polite("n1");
        beforeRecorder = Stage.of(recorder);
    }

    @AfterAll
    void stop() throws IOException {
        beforeRecorder.close();
        beforeNode.close();
        node.close();
        transport.close();
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.KnownHeaders#requests")
    void aNodeAnswersTheNextRequestAsItself(String request) throws IOException {
        try (RawClient client = RawClient.connect(beforeNode.address())) {
            client.send(request + SECOND);
            assertEquals("/first", finalAnswer(client).first("Path"));
            assertEquals("/second", client.answer().first("Path"));
        }
    }

    /**
     * The recorder knows {@code Content-Length} and {@code Transfer-Encoding} only, and notes the first line as it
     * came.
     */
    @ParameterizedTest
    @MethodSource("io.gosling.testing.KnownHeaders#requests")
    void nothingComesBetweenTwoRequests(String request) throws IOException {
        recorder.requests.clear();
        try (RawClient client = beforeRecorder.client()) {
            client.send(request + SECOND);
            assertEquals("n1 /first", finalAnswer(client).text());
            assertEquals("n1 /second", client.answer().text());
        }
        assertEquals(
                List.of("GET /first HTTP/1.1", "GET /second HTTP/1.1"),
                recorder.requests.stream().map(ScriptedBackend.Request::line).toList());
        assertEquals(1, recorder.connections.get(), "all came one behind the other");
    }

    private static RawClient.Answer finalAnswer(RawClient client) throws IOException {
        RawClient.Answer answer = client.answer();
        return answer.status() == 100 ? client.answer() : answer;
    }
}
