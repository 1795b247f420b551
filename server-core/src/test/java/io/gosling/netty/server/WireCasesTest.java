package io.gosling.netty.server;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.testing.WireCase;
import io.gosling.testing.WireCaseHandler;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request of {@code wire-cases.txt}, at a server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireCasesTest {
    private final WireCaseHandler handler = new WireCaseHandler();
    private final ServerFixture server = serving(handler);

    private static ServerFixture serving(WireCaseHandler handler) {
        try {
            return ServerFixture.start(HttpLimits.defaults().with(HttpLimits.BODY, 1000L), handler);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeAll
    void warm() {
        server.hot("/hot", new byte[10]);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void sentWhole(WireCase row) {
        row.play(server.server().address(), WireCase.Pace.WHOLE, handler);
    }

    @ParameterizedTest
    @MethodSource("io.gosling.testing.WireCase#all")
    void sentByteByByte(WireCase row) {
        row.play(server.server().address(), WireCase.Pace.BYTE_BY_BYTE, handler);
    }
}
