package io.gosling.node.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.gos.CacheSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.HostPort;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class YamlConfigurationReaderTest {
    @Test
    void sectionsListsAndMappingsAreRead() throws BadConfigurationException {
        SettingValues values = read("""
            port: 9090
            join: [a:1, "[::1]:2"]
            memory: 64m
            homes:
              /dir41/: n4
              /a=b/: n5
            refresh:
              interval: 500ms
            ageing: {trigger: 100, factor: 0.25}
            """);
        assertEquals(9090, values.get(CommonSettings.PORT));
        assertEquals(
                List.of(new HostPort("a", 1), new HostPort("::1", 2)),
                values.find(CommonSettings.JOIN).orElseThrow());
        assertEquals(64L << 20, values.get(CacheSettings.MEMORY));
        assertEquals(
                Map.of("/dir41/", "n4", "/a=b/", "n5"),
                values.find(ObjectSpaceSettings.HOMES).orElseThrow());
        assertEquals(Duration.ofMillis(500), values.get(FreshnessSettings.INTERVAL));
        assertEquals(0.25, values.get(LfuAgingSettings.FACTOR));
        assertEquals(2, values.get(LfuAgingSettings.MARGIN));
        assertFalse(values.isGiven(LfuAgingSettings.MARGIN));
    }

    @Test
    void anEmptyFileIsAllDefaults() throws BadConfigurationException {
        assertEquals(8080, read("").get(CommonSettings.PORT));
        assertEquals(8080, read("# nothing\n").get(CommonSettings.PORT));
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(
                bad("prot: 80", "f.yaml:1:1: key \"prot\": unknown; expected \"port\"?"),
                bad("port: 80\nport: 81", "f.yaml:2:1: key \"port\": repeated; expected once, and line 1 has it"),
                bad("port: http", "f.yaml:1:7: key \"port\": value \"http\"; expected a whole number from 0 to 65535"),
                bad(
                        "port: 65536",
                        "f.yaml:1:7: key \"port\": value \"65536\"; expected a whole number from 0 to 65535"),
                bad(
                        "name: n1\nmemory: 256MB",
                        "f.yaml:2:9: key \"memory\": value \"256MB\";"
                                + " expected a size from 1MiB to 1TiB, such as 256m or 256MiB"),
                bad(
                        "memory: 1k",
                        "f.yaml:1:9: key \"memory\": value \"1k\";"
                                + " expected a size from 1MiB to 1TiB, such as 256m or 256MiB"),
                bad(
                        "refresh:\n  interval: 2",
                        "f.yaml:2:13: key \"refresh.interval\": value \"2\";"
                                + " expected a duration from 10ms to 1h with its unit, such as 500ms, 2s or 1m"),
                bad(
                        "refresh:\n  intervall: 2s",
                        "f.yaml:2:3: key \"refresh.intervall\": unknown; expected \"refresh.interval\"?"),
                bad("refresh: 2s", "f.yaml:1:10: key \"refresh\": value \"2s\"; expected a mapping of settings"),
                bad("role: both", "f.yaml:1:7: key \"role\": value \"both\"; expected one of all, web, store"),
                bad("cooperation: yes", "f.yaml:1:14: key \"cooperation\": value \"yes\"; expected on or off"),
                bad("port: [80]", "f.yaml:1:7: key \"port\": a sequence of 1; expected a whole number from 0 to 65535"),
                bad(
                        "join: [web1]",
                        "f.yaml:1:7: key \"join\": value \"web1\";"
                                + " expected addresses such as 10.0.0.7:5701, web1:5701 or [::1]:5701"),
                bad(
                        "ageing: {factor: 1.5}",
                        "f.yaml:1:18: key \"ageing.factor\": value \"1.5\"; expected a number from 0.01 to 0.99"),
                bad(
                        "homes: {dir41: n4}",
                        "f.yaml:1:8: key \"homes\": value \"dir41=n4\"; expected paths that begin with a slash,"
                                + " each with the name of a node, such as /dir41/=n4"),
                bad("homes: {/a: n1, /a: n2}", "f.yaml:1:17: key \"/a\": repeated; expected once"),
                bad(
                        "name: 1st",
                        "f.yaml:1:7: key \"name\": value \"1st\"; expected a letter, then letters, digits, dashes,"
                                + " underscores and dots, at most 64 in all"),
                bad("- port", "f.yaml:1:1: a sequence of 1; expected a mapping of settings"),
                bad(
                        "name: \"n1\nport: 80\n",
                        "f.yaml:3:1: not YAML: found unexpected end of stream,"
                                + " while scanning a quoted scalar that begins in line 1"),
                bad("port: [80", "f.yaml:1:10: not YAML: expected ',' or ']', but got <stream end>"),
                bad(
                        "port:\t80\n\tname: x",
                        "f.yaml:2:1: not YAML: found character '\\t(TAB)' that cannot start any token. (Do not use"
                                + " \\t(TAB) for indentation)"));
    }

    private static Arguments bad(String yaml, String complaint) {
        return Arguments.of(yaml, complaint);
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void everyMistakeIsNamedWithItsPlace(String yaml, String complaint) {
        assertEquals(List.of(complaint), complaints(yaml));
    }

    @Test
    void allMistakesAreReportedAtOnce() {
        assertEquals(3, complaints("port: x\nmemory: y\nfoo: z\n").size());
    }

    @Test
    void anUnknownKeyFarFromAllOthersListsThem() {
        String complaint = complaints("zzzzzzzz: 1").getFirst();
        assertEquals(
                "f.yaml:1:1: key \"zzzzzzzz\": unknown; expected one of dir, name, public-url",
                complaint.substring(0, 74));
    }

    @Test
    void noTextMakesTheReaderFailInAnyOtherWay() {
        Random random = new Random(42);
        String[] pieces = {
            "port",
            ":",
            " ",
            "\n",
            "  ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            "80",
            "\"",
            "'",
            "#",
            "&a",
            "*a",
            "homes",
            "/x/",
            "n1",
            "!!int",
            "---",
            "|",
            "?",
            "\t",
            "refresh",
            "interval"
        };
        for (int i = 0; i < 3000; i++) {
            StringBuilder yaml = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                yaml.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                read(yaml.toString());
            } catch (BadConfigurationException e) {
                assertFalse(e.complaints().isEmpty(), yaml.toString());
            }
        }
    }

    @Test
    void aFileThatCannotBeReadIsNamed(@TempDir Path folder) throws Exception {
        Path missing = folder.resolve("no.yaml");
        BadConfigurationException e = assertThrows(
                BadConfigurationException.class, () -> YamlConfigurationReader.read(missing, NodeSettings.ALL));
        assertEquals(List.of(missing + ": no such file"), e.complaints());
        Path binary = Files.write(folder.resolve("b.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        e = assertThrows(BadConfigurationException.class, () -> YamlConfigurationReader.read(binary, NodeSettings.ALL));
        assertEquals(List.of(binary + ": not UTF-8"), e.complaints());
    }

    private static SettingValues read(String yaml) throws BadConfigurationException {
        return YamlConfigurationReader.parse("f.yaml", yaml, NodeSettings.ALL);
    }

    private static List<String> complaints(String yaml) {
        return assertThrows(BadConfigurationException.class, () -> read(yaml)).complaints();
    }
}
