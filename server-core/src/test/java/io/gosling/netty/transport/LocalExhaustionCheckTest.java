package io.gosling.netty.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the errors of epoll and the JDK when a connection cannot be made on Linux. */
class LocalExhaustionCheckTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(true, new ChannelException("Failed to open a socket.", new SocketException("no file"))),
                Arguments.of(true, new BindException("Cannot assign requested address")),
                Arguments.of(true, new ConnectException("connect(..) failed with error(-99): Cannot assign it")),
                Arguments.of(true, new ConnectException("connect(..) failed with error(-105): No buffer space")),
                Arguments.of(false, new ConnectException("finishConnect(..) failed with error(-111): refused")),
                Arguments.of(false, new ConnectException("connect(..) failed with error(-110): timed out")),
                Arguments.of(false, new ConnectException("Connection refused")),
                Arguments.of(false, new ConnectException()),
                Arguments.of(false, new ConnectTimeoutException("connection timed out after 250 ms")),
                Arguments.of(false, new NoRouteToHostException()),
                Arguments.of(false, new SocketException("Network is unreachable")));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatIsWantingHereIsToldFromWhatIsWantingThere(boolean ours, Exception failure) {
        assertEquals(ours, LocalExhaustionCheck.isCauseOf(failure));
        assertEquals(ours, LocalExhaustionCheck.isCauseOf(new IOException("cannot connect", failure)));
    }
}
