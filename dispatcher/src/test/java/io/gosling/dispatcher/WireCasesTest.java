package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.RoutingKeyRule;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.StreamedWireCase;
import io.gosling.testing.WireCase;
import io.gosling.testing.WireCaseHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every request of {@code wire-cases.txt} through front-ends, in front of a server that notes what reaches it: over
 * HTTP/1.1 and HTTP/2 on both sides, with messages that are passed on as bytes and ones that are decoded.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireCasesTest {
    private static final ListenEndpoint HTTP1 =
            ListenEndpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private static final ListenEndpoint HTTP2 = HTTP1.withHttp2(Http2Limits.defaults(), true);
    private static final FrontEndSettings LIMITS = FrontEndSettings.defaults().with(HttpLimits.BODY, 1000L);

    private final WireCaseHandler handler = new WireCaseHandler();
    private final Transport transport = Transport.open(TransportKind.AUTO, 1, "wire");
    private final HttpServer backend = backend();
    private final FrontEnd toHttp1 = frontEnd(LIMITS);
    private final FrontEnd decoding = frontEnd(LIMITS.with(RelaySettings.NAME_BACKEND, true)
            .with(FrontEndSettings.TARGET, RoutingKeyRule.parse("header:X-Key")));
    private final FrontEnd toHttp2 = frontEnd(LIMITS.with(ForwardingSettings.H2C, true));

    private HttpServer backend() {
        try {
            return HttpServer.start(
                    transport,
                    List.of(HTTP2),
                    LIMITS.http().behindFrontEnds(),
                    CachedDocumentLookup.none(),
                    handler,
                    CompletedResponseListener.none(),
                    null,
                    Ticker.system());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private FrontEnd frontEnd(FrontEndSettings settings) {
        ConfiguredBackends one = new ConfiguredBackends(List.of(Backend.ready("n1", backend.address())));
        try {
            return FrontEnd.start(settings, List.of(HTTP1, HTTP2), transport, one, null, Ticker.system());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterAll
    void stop() {
        List.of(toHttp1, decoding, toHttp2).forEach(FrontEnd::close);
        backend.close();
        transport.close();
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void sentWhole(WireCase row) {
        row.play(toHttp1.address(), WireCase.Pace.WHOLE, handler);
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void sentByteByByte(WireCase row) {
        row.play(toHttp1.address(), WireCase.Pace.BYTE_BY_BYTE, handler);
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void withDecodedMessages(WireCase row) {
        row.play(decoding.address(), WireCase.Pace.WHOLE, handler);
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void fromHttp1ToHttp2(WireCase row) {
        row.play(toHttp2.address(), WireCase.Pace.WHOLE, handler);
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.StreamedWireCase#all")
    void fromHttp2ToHttp1(StreamedWireCase row) {
        row.play(toHttp1.addresses().getLast(), handler);
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.StreamedWireCase#all")
    void fromHttp2ToHttp2(StreamedWireCase row) {
        row.play(toHttp2.addresses().getLast(), handler);
    }

    /** Or the cases over HTTP/2 could pass because every one of them is refused. */
    @Test
    void someCasesOverHttp2AreForwardedAndOthersRefused() {
        List<StreamedWireCase> all = StreamedWireCase.all();
        for (FrontEnd frontEnd : List.of(toHttp1, toHttp2)) {
            long taken = all.stream()
                    .filter(row -> row.play(frontEnd.addresses().getLast(), handler))
                    .count();
            assertTrue(taken > 50 && all.size() - taken > 50, () -> taken + " of " + all.size());
        }
    }
}
