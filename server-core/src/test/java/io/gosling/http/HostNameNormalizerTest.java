package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameNormalizerTest {
    @ParameterizedTest
    @CsvSource({
        "example.org, example.org",
        "EXAMPLE.org:8080, example.org",
        "example.org., example.org",
        "Example.Org.:443, example.org",
        "example.org:, example.org",
        "m\u00fcnchen.example, xn--mnchen-3ya.example",
        "M\u00dcNCHEN.example.:80, xn--mnchen-3ya.example",
        "XN--Mnchen-3ya.example, xn--mnchen-3ya.example",
        "*.b\u00fccher.example, *.xn--bcher-kva.example",
        "192.0.2.1:80, 192.0.2.1",
        "[2001:DB8:0::0:1]:8080, [2001:db8::1]",
        "[::1], [::1]",
        "[NO], [no]",
        "., ''",
        "'', ''"
    })
    void aHostHasOneForm(String written, String canonical) {
        assertEquals(canonical, HostNameNormalizer.of(written));
        assertEquals(canonical, HostNameNormalizer.canonical(canonical), "and stays so");
    }
}
