package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.util.Mapping;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsContextsTest {
    private final Mapping<String, Integer> names = TlsContexts.byName(
            List.of(
                    Set.of("first.example", "*", "", "f*.example.org", "müller & söhne..gmbh"),
                    Set.of("www.example.org", "example.org"),
                    Set.of("*.example.org", "www.example.org"),
                    Set.of("*.deep.example.org")),
            List.of(0, 1, 2, 3));

    @ParameterizedTest(name = "{0} gets certificate {1}: {2}")
    @CsvSource({
        "www.example.org, 1, the same name in two certificates: the earlier one",
        "example.org, 1, a name of its own",
        "EXAMPLE.org., 1, case and the dot of the root make no difference",
        "mail.example.org, 2, the wildcard",
        "a.deep.example.org, 3, the wildcard one level below",
        "a.b.deep.example.org, 0, a wildcard is for one label only",
        "deep.example.org, 2, a wildcard does not stand for nothing",
        "unknown.example, 0, the default",
        "*.example.org, 2, who asks for the wildcard itself may have it",
        "localhost, 0, no dot at all",
        "müller & söhne..gmbh, 0, a common name that is not that of a host",
        "\ufffd.example.org, 0, bytes that are not ASCII",
    })
    void theNearestNameWins(String asked, int place, String why) {
        assertEquals(place, names.map(ServerCertificate.plain(asked)), why);
    }

    @ParameterizedTest
    @CsvSource(", 0")
    void whoAsksForNoNameGetsTheDefault(String none, int place) {
        assertEquals(place, names.map(none));
    }
}
