package io.gosling.site.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gosling.netty.limits.StreamingMediaTypes;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CompressionRulesTest {
    @ParameterizedTest
    @CsvSource({
        "text/html; charset=utf-8, true",
        "TEXT/Plain, true",
        "application/json, true",
        "application/problem+json, true",
        "application/javascript, true",
        "application/atom+xml, true",
        "image/svg+xml, true",
        "application/wasm, true",
        "font/ttf, true",
        "font/woff2, false",
        "image/png, false",
        "application/octet-stream, false",
        "application/zip, false",
        "text/event-stream, false",
        "application/stream+json, true",
        "application/grpc, false",
        "json, false",
        ", false",
    })
    void theTypesAreThoseOfTheDocumentsThatCompressWell(String type, boolean text) {
        assertEquals(text, CompressionRules.isText(type, 1000));
    }

    static Stream<String> streams() {
        return StreamingMediaTypes.USUAL.types().stream()
                .flatMap(type -> type.endsWith("*")
                        ? Stream.of("", "+json", "-web+xml").map(type.replace("*", "")::concat)
                        : Stream.of(type));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void whatMayLastForHoursIsNoTextWithoutALength(String type) {
        assertFalse(CompressionRules.isText(type, -1));
    }
}
