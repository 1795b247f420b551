package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedHeaderParserTest {
    private static @Nullable String client(String peer, String... headers) {
        InetAddress client = ForwardedHeaderParser.of(
                Objects.requireNonNull(ForwardedHeaderParser.literal(peer)),
                address -> address.getHostAddress().startsWith("10."),
                Headers.of(headers)::joined);
        return client == null ? null : client.getHostAddress();
    }

    @Test
    void whoIsTrustedWhateverItsAddressNamesItsClientAndNoMore() {
        InetAddress frontEnd = Objects.requireNonNull(ForwardedHeaderParser.literal("192.0.2.9"));
        Headers chain = Headers.of("X-Forwarded-For", "203.0.113.7, 192.0.2.9");
        assertEquals(frontEnd, ForwardedHeaderParser.behind(frontEnd, address -> false, chain::joined));
        assertEquals(frontEnd, ForwardedHeaderParser.behind(frontEnd, address -> false, name -> null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            nullValues = "nobody",
            value = {
                "203.0.113.7 | 203.0.113.7",
                "203.0.113.7:51234 | 203.0.113.7",
                "2001:db8::7 | 2001:db8:0:0:0:0:0:7",
                "[2001:db8::7] | 2001:db8:0:0:0:0:0:7",
                "[2001:db8::7]:443 | 2001:db8:0:0:0:0:0:7",
                "\"[2001:db8::7]:443\" | 2001:db8:0:0:0:0:0:7",
                "\"203.0.113.7:_port\" | 203.0.113.7",
                "::ffff:203.0.113.7 | 203.0.113.7",
                "[::ffff:203.0.113.7]:9 | 203.0.113.7",
                // The chain is read from the right, over proxies in any spelling.
                "192.0.2.1, 203.0.113.7:80, 10.1.1.1:443 | 203.0.113.7",
                "203.0.113.7, [::ffff:10.1.1.1]:443 | 203.0.113.7",
                "10.2.2.2, 10.1.1.1 | 10.2.2.2",
                "unknown | nobody",
                "_hidden | nobody",
                "203.0.113.7, | nobody",
                "203.0.113.7:123456 | nobody",
                "203.0.113.7:x | nobody",
                "[203.0.113.7] | nobody",
                "[2001:db8::7 | nobody",
                "[2001:db8::7]443 | nobody",
                "localhost | nobody",
                "203.0.113.7/24 | nobody",
            })
    void anAddressIsReadInEveryLawfulSpelling(String said, String client) {
        assertEquals(client, client("10.0.0.1", "X-Forwarded-For", said));
        assertEquals("192.0.2.9", client("192.0.2.9", "X-Forwarded-For", said), "no proxy");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            nullValues = "nobody",
            value = {
                "for=203.0.113.7 | 203.0.113.7",
                "For=\"203.0.113.7:51234\";proto=https;by=10.0.0.1 | 203.0.113.7",
                "proto=http; for=\"[2001:db8::7]\" | 2001:db8:0:0:0:0:0:7",
                "for=192.0.2.1, for=\"203.0.113.7\";ext=\"a,b;for=192.0.2.2\\\"\", for=10.1.1.1 | 203.0.113.7",
                "for=203.0.113.7, proto=https | nobody",
                "for=unknown | nobody",
                "for=\"203.0.113.7, for=10.1.1.1 | nobody",
                "for=192.0.2.1;by=\", for=203.0.113.7 | nobody",
                "for=192.0.2.1;for=203.0.113.7 | nobody",
            })
    void forwardedCountsWithoutTheOlderHeader(String said, String client) {
        assertEquals(client, client("10.0.0.1", "Forwarded", said));
        assertEquals("198.51.100.1", client("10.0.0.1", "Forwarded", said, "X-Forwarded-For", "198.51.100.1"));
    }

    @Test
    void aProxyThatNamesNobodyIsTheClient() {
        assertEquals("10.0.0.1", client("10.0.0.1"));
        assertEquals(List.of("_a", "", "\"[::1]\""), ForwardedHeaderParser.nodes("for=_a, by=_b, by=_c;for=\"[::1]\""));
    }
}
