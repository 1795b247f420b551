package io.gosling.dispatcher;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.WireCase;
import io.gosling.testing.WireCaseHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request of {@code wire-cases.txt} through a front-end, in front of a server that notes what reaches it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireCasesTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final FrontEndSettings LIMITS = FrontEndSettings.defaults().with(HttpLimits.BODY, 1000L);

    private final WireCaseHandler handler = new WireCaseHandler();
    private final Transport transport = Transport.open(TransportKind.AUTO, 1, "wire");
    private final HttpServer backend = backend();
    private final FrontEnd frontEnd = frontEnd();

    private HttpServer backend() {
        try {
            return HttpServer.start(
                    transport,
                    ANY,
                    LIMITS.http().behindFrontEnds(),
                    CachedDocumentLookup.none(),
                    handler,
                    CompletedResponseListener.none(),
                    Ticker.system());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private FrontEnd frontEnd() {
        BackendSource one = changed -> {
            changed.accept(List.of(Backend.ready("n1", backend.address())));
            return () -> {};
        };
        try {
            return FrontEnd.start(LIMITS, List.of(ListenEndpoint.plain(ANY)), transport, one, null, Ticker.system());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterAll
    void stop() {
        frontEnd.close();
        backend.close();
        transport.close();
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void sentWhole(WireCase row) {
        row.play(frontEnd.address(), WireCase.Pace.WHOLE, handler);
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void sentByteByByte(WireCase row) {
        row.play(frontEnd.address(), WireCase.Pace.BYTE_BY_BYTE, handler);
    }
}
