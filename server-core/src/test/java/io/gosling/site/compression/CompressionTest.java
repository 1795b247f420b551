package io.gosling.site.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionTest {
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
        "application/stream+json, false",
        "application/grpc, false",
        "json, false",
        ", false",
    })
    void theTypesAreThoseOfTheDocumentsThatCompressWell(String type, boolean text) {
        assertEquals(text, Compression.isText(type));
    }
}
