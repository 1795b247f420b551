package io.gosling.node.configuration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.JsonWriter;
import io.gosling.dispatcher.packet.PacketForwardingMode;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.StandbySettings;
import io.gosling.dispatcher.packet.TranslationPortRange;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.node.cli.PacketSetupInstructions;
import io.gosling.node.report.StatusReport;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.node.supervise.ClusterCommandLines;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the settings of packet dispatchers, and their commands for other hosts. */
class PacketConfigurationConverterTest {
    private static final String LSNAT =
            "forwarding: lsnat\nvip: 10.77.0.100\ninterface: eth0\nbackend: [10.77.0.11, 10.77.0.12=2]\n";
    private static final String LSMAC = "forwarding: lsmac\nvip: 10.99.0.1\ninterface: eth0\n";

    @TempDir
    private Path folder;

    private SettingValues values(String text) throws BadConfigurationException, IOException {
        Path file = Files.writeString(folder.resolve("front-end.yaml"), text);
        return YamlConfigurationReader.read(file, DispatchSettings.ALL);
    }

    @Test
    void whatIsLeftOutIsThePapers() throws Exception {
        PacketSettings settings = PacketConfigurationConverter.of(values(LSNAT));
        assertEquals(PacketForwardingMode.LSNAT, settings.mode());
        assertEquals("rr", settings.policy().label());
        assertEquals(List.of(80), settings.get(PacketSettings.PORTS));
        assertEquals(
                new SessionLimits(SettingValues.none()).values(),
                settings.limits().values().only(SessionLimits.ALL));
        assertEquals("[10.77.0.11, 10.77.0.12]", settings.backends().toString());
        assertEquals(2, settings.backends().get(1).weight());
        assertTrue(settings.get(PacketSettings.ANSWER_ARP));
        PacketSettings lsmac = PacketConfigurationConverter.of(values(LSMAC));
        assertEquals(List.of(), lsmac.backends());
        assertEquals(
                Duration.ofMinutes(2),
                lsmac.limits().find(SessionLimits.CLOSING_TIME).orElseThrow(),
                "its client may wait for the answer");
        assertEquals(
                Duration.ofSeconds(5),
                PacketConfigurationConverter.of(values(LSMAC + "packet: {closing-time: 5s}"))
                        .limits()
                        .find(SessionLimits.CLOSING_TIME)
                        .orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forwarding: lsmac                                | --vip: missing",
                "forwarding: lsmac; vip: 10.99.0.1                | --interface: missing",
                "forwarding: lsnat; vip: 10.99.0.1; interface: e0 | LSNAT finds none by itself",
                "forwarding: lsmac; vip: 10.99.0.1; interface: e0; policy: lard | expected one of rr, wrr, lb,"
                        + " chbl",
                "forwarding: lsmac; vip: 10.99.0.1; interface: e0; port: 80; routing-key: path | leave out --port, "
                        + "--routing-key",
                "forwarding: lsmac; vip: 10.99.0.1; interface: e0; backend: web1:80 | expected an address such as",
                "forwarding: lsmac; vip: 10.99.0.1; interface: e0; backend: 10.0.0.7+a | with labels [a]",
                "forwarding: lsmac; vip: fe80::1; interface: e0   | expected one that a host can have",
                "forwarding: lsmac; vip: fd77::1; interface: e0   | name each with --backend ADDR",
                "forwarding: lsmac; vip: 10.99.0.1; interface: e0; packet.answer-arp: off; packet.priority: 1 | take"
                        + " it over",
                "forwarding: lsmac; vip: 10.99.0.1; interface: e0; packet.port-translation: 2000-3000 | LSMAC"
                        + " changes none",
                "forwarding: lsmac; vip: 10.99.0.1; interface: e0; packet.silent-after: 1s | at least two intervals",
            })
    void whatDoesNotGoTogetherIsRefused(String text, String said) {
        String message = assertThrows(
                        BadConfigurationException.class, () -> PacketConfigurationConverter.of(given(text)))
                .complaints()
                .toString();
        assertTrue(message.contains(said), message);
    }

    private static SettingValues given(String text) {
        SettingValues values = SettingValues.none();
        for (String pair : text.split("; *")) {
            String[] keyAndValue = pair.strip().split(": *", 2);
            values = values.with(
                    DispatchSettings.ALL.stream()
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
                        BadConfigurationException.class,
                        () -> FrontEndConfigurationConverter.of(given("vip: 10.99.0.1; packet.ports: 80")))
                .complaints()
                .toString();
        assertTrue(message.contains("--vip, --packet-ports with forwarding proxy"), message);
        message = assertThrows(
                        BadConfigurationException.class,
                        () -> FrontEndConfigurationConverter.of(given("backend: 10.0.0.7")))
                .complaints()
                .toString();
        assertTrue(message.contains("\"10.0.0.7\" without a port"), message);
    }

    @Test
    void anAddressOfThePacketsKindIsReadOrRefused() {
        assertThrows(IllegalArgumentException.class, () -> given("vip: web1"));
        assertThrows(IllegalArgumentException.class, () -> given("vip: fe80::1%eth0"));
        assertThrows(IllegalArgumentException.class, () -> given("packet.ports: 0"));
    }

    @Test
    void portsForClientsAndAStandByAreReadOrRefused() throws Exception {
        PacketSettings settings = PacketConfigurationConverter.of(
                values(LSNAT + "packet: {port-translation: 20000-30000, priority: 7, take-over-after: 500ms}"));
        assertEquals(new TranslationPortRange(20_000, 30_000), settings.translation());
        assertEquals(7, settings.standBy().find(StandbySettings.PRIORITY).orElseThrow());
        assertEquals(Duration.ofMillis(500), settings.standBy().get(StandbySettings.TAKE_OVER_AFTER));
        String commands = String.join("\n", PacketSetupInstructions.of(settings, "10.77.0.2"));
        assertTrue(commands.contains("on back-ends nothing"), commands);
        commands = commands(LSNAT + "packet: {priority: 7}");
        assertTrue(commands.contains("ip route replace default via 10.77.0.100 table 100"), commands);
        assertFalse(PacketConfigurationConverter.of(values(LSNAT)).standBy().isShared());
        assertThrows(IllegalArgumentException.class, () -> given("packet.port-translation: 80-90"));
        assertThrows(IllegalArgumentException.class, () -> given("packet.port-translation: 2000"));
        assertThrows(IllegalArgumentException.class, () -> given("packet.priority: 0"));
    }

    @Test
    void aClusterOnOneHostHasNoPacketsToPassOn() {
        String message = assertThrows(
                        BadConfigurationException.class,
                        () -> ClusterCommandLines.of(
                                given("forwarding: lsmac"),
                                SettingValues.none(),
                                null,
                                Path.of("secret"),
                                List.of(),
                                1L << 32))
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

    @Test
    void addressesMayBeOfIpv6() throws Exception {
        String six = "forwarding: lsnat\nvip: 2001:db8::1\ninterface: eth0\nbackend: ['2001:db8::11',"
                + " '[2001:db8::12]:8080=2']\n";
        PacketSettings settings = PacketConfigurationConverter.of(values(six));
        assertEquals(
                "[2001:db8:0:0:0:0:0:11, [2001:db8:0:0:0:0:0:12]:8080]",
                settings.backends().toString());
        String lsnat = String.join("\n", PacketSetupInstructions.of(settings, "fe80::2"));
        assertTrue(lsnat.contains("ip -6 route replace default via fe80::2 dev eth0 table 100"), lsnat);
        assertTrue(lsnat.contains("sysctl -w net.ipv6.conf.all.forwarding=0"), lsnat);
        String lsmac = commands("forwarding: lsmac\nvip: 2001:db8::1\ninterface: eth0\nbackend: '2001:db8::11'\n");
        assertTrue(lsmac.contains("ip -6 address add 2001:db8:0:0:0:0:0:1/128 dev lo nodad"), lsmac);
        assertFalse(lsmac.contains("arp"), lsmac);
    }

    private String commands(String text) throws BadConfigurationException, IOException {
        return String.join(
                "\n", PacketSetupInstructions.of(PacketConfigurationConverter.of(values(text)), "10.77.0.2"));
    }

    @Test
    void aStatusIsWrittenForPeople() {
        Map<?, ?> status = JsonWriter.object(
                "kind", "packet-dispatcher",
                "name", "lsnat-10.77.0.100",
                "state", "ready",
                "forwarding", "lsnat",
                "vip", "10.77.0.100",
                "interface", "eth0",
                "policy", "rr",
                "sessions", JsonWriter.object("all", 3, "half_open", 1, "most", 1_000_000),
                "dropped", JsonWriter.object("no-session", 4, "no-port", 0),
                "backends",
                        List.of(JsonWriter.object(
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
        Map<Object, Object> waiting = new HashMap<>(status);
        waiting.put("role", "stand-by");
        text = StatusReport.write(List.of(waiting), Map.of());
        assertTrue(text.startsWith("lsnat of 10.77.0.100 on eth0: ready, stand-by, policy rr"), text);
        assertTrue(text.contains("\ndropped: no-session 4\n"), text);
    }
}
