package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.PacketMechanism;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.node.admin.Json;
import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.ConfigurationFile;
import io.gosling.node.settings.FrontEndSettings;
import io.gosling.node.settings.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of packets in a file or on a command line, and what is to be typed elsewhere. */
class PacketConfigurationTest {
    private static final String LSNAT =
            "mechanism: lsnat\nvip: 10.77.0.100\ninterface: eth0\nbackend: [10.77.0.11, 10.77.0.12=2]\n";
    private static final String LSMAC = "mechanism: lsmac\nvip: 10.99.0.1\ninterface: eth0\n";

    @TempDir
    private Path folder;

    private Values values(String text) throws BadConfiguration, IOException {
        Path file = Files.writeString(folder.resolve("front-end.yaml"), text);
        return ConfigurationFile.read(file, FrontEndSettings.ALL);
    }

    @Test
    void whatIsLeftOutIsThePapers() throws Exception {
        PacketSettings settings = PacketConfiguration.of(values(LSNAT));
        assertEquals(PacketMechanism.LSNAT, settings.mechanism());
        assertEquals("rr", settings.policy().label());
        assertEquals(List.of(80), settings.ports());
        assertEquals(SessionLimits.defaults(), settings.limits());
        assertEquals("[10.77.0.11, 10.77.0.12]", settings.backends().toString());
        assertEquals(2, settings.backends().get(1).weight());
        assertTrue(settings.answerArp());
        assertEquals(List.of(), PacketConfiguration.of(values(LSMAC)).backends());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mechanism: lsmac                                | --vip: missing",
                "mechanism: lsmac; vip: 10.99.0.1                | --interface: missing",
                "mechanism: lsnat; vip: 10.99.0.1; interface: e0 | LSNAT finds none by itself",
                "mechanism: lsmac; vip: 10.99.0.1; interface: e0; policy: lard | expected one of rr, wrr, lb, maglev, chbl",
                "mechanism: lsmac; vip: 10.99.0.1; interface: e0; port: 80; target: path | leave out --port, --target",
                "mechanism: lsmac; vip: 10.99.0.1; interface: e0; backend: web1:80 | expected an address such as",
                "mechanism: lsmac; vip: 10.99.0.1; interface: e0; backend: 10.0.0.7+a | with labels [a]",
                "mechanism: lsmac; vip: 10.99.0.1; interface: e0; packet.silent-after: 1s | at least two intervals",
            })
    void whatDoesNotGoTogetherIsRefused(String text, String said) {
        String message = assertThrows(BadConfiguration.class, () -> PacketConfiguration.of(given(text)))
                .complaints()
                .toString();
        assertTrue(message.contains(said), message);
    }

    private static Values given(String text) {
        Values values = Values.none();
        for (String pair : text.split("; *")) {
            String[] keyAndValue = pair.strip().split(": *", 2);
            values = values.with(
                    FrontEndSettings.ALL.stream()
                            .filter(setting -> setting.name().equals(keyAndValue[0]))
                            .findFirst()
                            .orElseThrow(),
                    List.of(keyAndValue[1]));
        }
        return values;
    }

    @Test
    void whatIsForPacketsIsRefusedWithoutThem() {
        String message = assertThrows(
                        BadConfiguration.class,
                        () -> FrontEndConfiguration.of(given("vip: 10.99.0.1; packet.ports: 80")))
                .complaints()
                .toString();
        assertTrue(message.contains("--vip, --packet-ports with mechanism proxy"), message);
        message = assertThrows(BadConfiguration.class, () -> FrontEndConfiguration.of(given("backend: 10.0.0.7")))
                .complaints()
                .toString();
        assertTrue(message.contains("\"10.0.0.7\" without a port"), message);
    }

    @Test
    void anAddressOfThePacketsKindIsReadOrRefused() {
        assertThrows(IllegalArgumentException.class, () -> given("vip: web1"));
        assertThrows(IllegalArgumentException.class, () -> given("vip: 2001:db8::1"));
        assertThrows(IllegalArgumentException.class, () -> given("packet.ports: 0"));
    }

    @Test
    void aClusterOnOneHostHasNoPacketsToPassOn() {
        String message = assertThrows(
                        BadConfiguration.class,
                        () -> ClusterPlan.of(
                                given("mechanism: lsmac"), Values.none(), null, Path.of("secret"), List.of(), 1L << 32))
                .complaints()
                .toString();
        assertTrue(message.contains("packets are for gosling dispatch"), message);
    }

    @Test
    void theCommandsAreThoseOfTheSetUp() throws Exception {
        String routed = commands(LSMAC + "packet: {answer-arp: off}");
        assertTrue(routed.contains("ip route replace 10.99.0.1/32 via 10.77.0.2"), routed);
        assertTrue(routed.contains("ip address add 10.99.0.1/32 dev eth0"), routed);
        String found = commands(LSMAC);
        assertTrue(found.contains("arp_ignore=2"), found);
        String listed = commands(LSMAC + "backend: 10.77.0.11");
        assertTrue(listed.contains("arp_ignore=1"), listed);
        assertTrue(listed.contains("ip address add 10.99.0.1/32 dev lo"), listed);
        String lsnat = commands(LSNAT);
        assertTrue(lsnat.contains("ip route replace default via 10.77.0.2 table 100"), lsnat);
        assertTrue(lsnat.contains("ip rule add ipproto tcp sport 80 table 100"), lsnat);
        for (String commands : List.of(routed, found, listed, lsnat)) {
            assertTrue(commands.contains("sysctl -w net.ipv4.conf.eth0.forwarding=0"), commands);
        }
    }

    private String commands(String text) throws BadConfiguration, IOException {
        return String.join("\n", PacketCommands.of(PacketConfiguration.of(values(text)), "10.77.0.2"));
    }

    @Test
    void aStatusIsWrittenForPeople() {
        Map<?, ?> status = Json.object(
                "kind", "packet-dispatcher",
                "name", "lsnat-10.77.0.100",
                "state", "ready",
                "mechanism", "lsnat",
                "vip", "10.77.0.100",
                "interface", "eth0",
                "policy", "rr",
                "sessions", Json.object("all", 3, "half_open", 1, "most", 1_000_000),
                "dropped", Json.object("no-session", 4, "no-port", 0),
                "backends",
                        List.of(Json.object(
                                "name", "10.77.0.11",
                                "state", "silent",
                                "mac", "02:00:00:00:00:01",
                                "sessions", 2,
                                "begun", 5,
                                "packets", 40,
                                "bytes", 4000,
                                "packets_back", 30,
                                "bytes_back", 90_000)));
        String text = StatusReport.write(List.of(status), Map.of());
        assertTrue(
                text.startsWith("lsnat of 10.77.0.100 on eth0: ready, policy rr, 3 of 1000000 sessions, 1 half-open\n"),
                text);
        assertTrue(text.contains("10.77.0.11  silent"), text);
        assertTrue(text.contains("\ndropped: no-session 4\n"), text);
    }
}
