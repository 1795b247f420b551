package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.RecordedLog;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OriginDnsCheckTest {
    private static List<OriginAddress> origins(String... urls) {
        return Stream.of(urls).map(OriginAddress::parse).toList();
    }

    @Test
    void namesWithoutAnAddressAreWarnedOfAmongServersAndBackups() throws Exception {
        OriginServerAddresses servers = new OriginServerAddresses(
                origins("http://localhost:3000", "http://misspelt.invalid:3000", "http://127.0.0.1:3000"),
                origins("http://gone.invalid", "http://[::1]:3001"));
        try (RecordedLog log = new RecordedLog()) {
            OriginDnsCheck.check(servers).join();
            assertEquals(
                    List.of("http://gone.invalid", "http://misspelt.invalid:3000"),
                    log.messages(Level.WARNING).stream()
                            .filter(message -> message.startsWith("origin ") && message.contains("has no address"))
                            .map(message -> message.replaceFirst("origin (\\S+): .*", "$1"))
                            .sorted()
                            .toList());
        }
    }
}
