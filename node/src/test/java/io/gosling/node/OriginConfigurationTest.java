package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.ConfigurationFile;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.UpstreamSettings;
import io.gosling.node.settings.Values;
import io.gosling.origin.OriginAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginConfigurationTest {
    @TempDir
    private Path folder;

    private Values read(String yaml) throws Exception {
        return ConfigurationFile.read(Files.writeString(folder.resolve("f.yaml"), yaml), NodeSettings.ALL);
    }

    @Test
    void anOriginIsAnAddressWithItsSettings() throws Exception {
        Values values = read("origin: {url: 'https://App.example.org/', keep-host: on, header-time: 7s}");
        OriginAddress address = Served.origin(values, List.of());
        assertEquals(new OriginAddress(true, "app.example.org", 443), address);
        var settings = UpstreamSettings.of(new OriginAddress(true, "app.example.org", 443), values);
        assertTrue(settings.keepsHost());
        assertEquals(7, settings.times().header().toSeconds());
        assertNull(Served.origin(read("dir: /srv"), List.of()));
    }

    @Test
    void thereIsOneThingToServe() throws Exception {
        Values both = read("{dir: /srv, origin: {url: 'http://a.test'}}");
        BadConfiguration refused = assertThrows(BadConfiguration.class, () -> Served.origin(both, List.of()));
        assertEquals(
                List.of("origin.url: \"http://a.test\", and dir as well; expected one of them"), refused.complaints());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://a.test", "http://a.test/path", "http://a.test/?q", "http://u@a.test", "http://", "a"})
    void whatIsNoOriginIsRefused(String url) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> OriginAddress.parse(url));
        assertTrue(String.valueOf(refused.getMessage()).contains("expected http or https"));
    }

    @Test
    void theUsualPortIsNotSaidInHost() {
        assertEquals("a.test", OriginAddress.parse("http://a.test:80/").authority());
        assertEquals("a.test:443", OriginAddress.parse("http://a.test:443").authority());
        assertEquals("[::1]:3000", OriginAddress.parse("http://[::1]:3000").authority());
    }
}
