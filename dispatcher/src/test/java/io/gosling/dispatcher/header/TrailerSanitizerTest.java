package io.gosling.dispatcher.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
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
}
