package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateSelectorTest {
    private final CertificateSelector names = new CertificateSelector(List.of(
            Set.of("first.example"),
            Set.of("www.example.org", "example.org"),
            Set.of("*.example.org", "www.example.org"),
            Set.of("*.deep.example.org")));

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
        ".example.org, 0, an empty label is none",
        "*.example.org, 2, who asks for the wildcard itself may have it",
        "localhost, 0, no dot at all",
    })
    void theNearestNameWins(String asked, int place, String why) {
        assertEquals(place, names.find(asked), why);
    }

    @ParameterizedTest
    @CsvSource(", 0")
    void whoAsksForNoNameGetsTheDefault(String none, int place) {
        assertEquals(place, names.find(none));
    }
}
