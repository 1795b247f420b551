package io.gosling.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.accesslog.AccessRecordFactory;
import io.gosling.accesslog.LineFormat;
import io.gosling.accesslog.LoopAccessLog;
import io.gosling.dispatcher.settings.RelaySettings.Forwarding;
import io.gosling.node.configuration.NodeFrontEndConfigurationConverter;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredAccessLogTest {
    @TempDir
    private Path folder;

    private String line(Forwarding trusted, String peer, String forwarded) throws IOException {
        Path file = folder.resolve("log");
        SettingValues values = SettingValues.none()
                .withValue(AccessLogSettings.FILE, file.toString())
                .withValue(AccessLogSettings.FORMAT, LineFormat.parse("{client} {peer}"));
        ConfiguredAccessLog log = ConfiguredAccessLog.open(values);
        log.trustProxies(trusted);
        try (ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor()) {
            LoopAccessLog lines = log.log().on(loop);
            AccessRecordFactory other = new AccessRecordFactory(lines, new InetSocketAddress(peer, 1), peer);
            lines.write(other.begin(name -> name.equals("X-Forwarded-For") ? List.of(forwarded) : List.of())
                    .answered("test", 200, 0, 0));
            loop.shutdown();
        }
        log.log().close();
        String line = Files.readString(file).strip();
        Files.delete(file);
        return line;
    }

    @Test
    void theClientIsWhomTheLastTrustedProxyNames() throws IOException {
        Forwarding listed = NodeFrontEndConfigurationConverter.trusting(List.of(AddressBlock.parse("10.0.0.0/8")));
        assertEquals("203.0.113.7 10.0.0.1", line(listed, "10.0.0.1", "192.0.2.1, 203.0.113.7:5, 10.0.0.2"));
        assertEquals("192.0.2.9 192.0.2.9", line(listed, "192.0.2.9", "203.0.113.7"), "it is no proxy");
        assertEquals("- 10.0.0.1", line(listed, "10.0.0.1", "unknown"));
        assertEquals("203.0.113.7 192.0.2.9", line(Forwarding.APPEND, "192.0.2.9", "192.0.2.1, 203.0.113.7"));
        assertEquals("192.0.2.9 192.0.2.9", line(Forwarding.REPLACE, "192.0.2.9", "203.0.113.7"));
    }
}
