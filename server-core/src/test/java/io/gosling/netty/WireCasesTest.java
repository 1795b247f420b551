package io.gosling.netty;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gosling.testing.WireCase;
import io.gosling.testing.WireCaseHandler;
import java.io.IOException;
import java.util.List;
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
            return ServerFixture.start(HttpLimits.defaults().withBodyBytes(1000), handler);
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

    static List<WireCase> cases() {
        return WireCase.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sentWhole(WireCase row) {
        play(row, WireCase.Pace.WHOLE);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sentByteByByte(WireCase row) {
        play(row, WireCase.Pace.BYTE_BY_BYTE);
    }

    private void play(WireCase row, WireCase.Pace pace) {
        handler.forget();
        row.play(server.server().address(), pace);
        assertFalse(handler.sawHidden(), row::toString);
    }
}
