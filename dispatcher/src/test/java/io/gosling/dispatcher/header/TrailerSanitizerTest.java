package io.gosling.dispatcher.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrailerSanitizerTest {
    private final LastHttpContent end = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER);

    @ParameterizedTest
    @ValueSource(strings = {"X-Checksum", "Server-Timing", "Repr-Digest", "Content-Digest", "ETag", "Grpc-Status"})
    void whatIsKnownOnlyAtTheEndMayComeThere(String name) {
        end.trailingHeaders().add(name, "1").add(name, "2");
        LastHttpContent passed = TrailerSanitizer.passedOn(end, 10, changed -> false);
        assertEquals(
                end.trailingHeaders().entries().toString(),
                passed.trailingHeaders().entries().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "Authorization",
                "Cookie",
                "Set-Cookie",
                "Connection",
                "TE",
                "Expect",
                "Range",
                "If-Match",
                "Cache-Control",
                "Content-Type",
                "Content-Encoding",
                "CONTENT_TYPE",
                "Forwarded",
                "X-Forwarded-For",
                "x_forwarded_for",
                "X-Real-IP",
                "Client-IP",
                "X_Original_URL",
                "Via",
                "Gosling-Fetch",
                "Gosling_Fetch",
                "Proxy-Authorization",
                "Upgrade"
            })
    void whatSaysHowAMessageIsReadMayNot(String name) {
        end.trailingHeaders().add(name, "1").add("X-Sum", "2");
        assertEquals(
                "[X-Sum=2]",
                TrailerSanitizer.passedOn(end, 10, changed -> false)
                        .trailingHeaders()
                        .entries()
                        .toString());
    }

    @Test
    void tooManyAreNone() {
        for (int at = 0; at <= 10; at++) {
            end.trailingHeaders().add("X-" + at, "1");
        }
        assertEquals(
                11,
                TrailerSanitizer.passedOn(end, 11, changed -> false)
                        .trailingHeaders()
                        .size());
        assertSame(LastHttpContent.EMPTY_LAST_CONTENT, TrailerSanitizer.passedOn(end, 10, changed -> false));
    }

    @Test
    void aRequestsTrailersLeaveBehindWhatOnlyAHeaderMaySay() {
        Http2Headers came = new DefaultHttp2Headers(false)
                .add("content-length", "5")
                .add("transfer-encoding", "chunked")
                .add("trailer", "x")
                .add("x-sum", "7");
        LastHttpContent passed = TrailerSanitizer.fromHttp2(came);
        assertEquals(
                List.of("x-sum=7"),
                passed.trailingHeaders().entries().stream()
                        .map(Object::toString)
                        .toList());
    }

    @Test
    void aTrailerThatCannotStandInTheOlderProtocolIsRefused() {
        for (String[] field : new String[][] {{":path", "/"}, {"a b", "c"}, {"x", "a\r\nb: c"}, {"x", "a\0"}}) {
            Http2Headers came = new DefaultHttp2Headers(false).add(field[0], field[1]);
            assertThrows(IllegalArgumentException.class, () -> TrailerSanitizer.fromHttp2(came), field[0]);
        }
    }
}
