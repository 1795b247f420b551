package io.gosling.node.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.JsonWriter;
import io.gosling.gos.CacheSettings;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
    private static final Path CONFIG = Path.of("..", "config");
    /** {@code # key: value}, {@code # section:} or, within it, {@code #   key: value}, each perhaps with a remark. */
    private static final Pattern COMMENTED =
            Pattern.compile("# (  )?(?!yaml-language-server)([a-z-]+):(?: +([^ #]+))?(?: +#.*)?");

    private static final Pattern EXAMPLES = Pattern.compile("a size .*, such as (\\w+) or (\\w+)");

    static Stream<List<Setting<?>>> lists() {
        return Stream.of(NodeSettings.ALL, DispatchSettings.ALL, LocalClusterSettings.ALL);
    }

    @ParameterizedTest
    @MethodSource("lists")
    void everyDefaultIsWithinItsBounds(List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            String initial = setting.initial();
            assertEquals(initial != null, setting.defaultValue() != null, setting.name());
        }
    }

    @ParameterizedTest
    @MethodSource("lists")
    void theExamplesOfSizesAreWithinTheirBounds(List<Setting<?>> settings) {
        int sizes = 0;
        for (Setting<?> setting : settings) {
            Matcher examples = EXAMPLES.matcher(setting.kind().expected());
            if (examples.matches()) {
                assertNotNull(setting.kind().reader().apply(List.of(examples.group(1))));
                assertNotNull(setting.kind().reader().apply(List.of(examples.group(2))));
                sizes++;
            }
        }
        assertTrue(sizes > 0, "a list without sizes");
    }

    @ParameterizedTest
    @MethodSource("lists")
    void namesAreUsedOnceAndProseIsASentence(List<Setting<?>> settings) {
        Set<String> flags = new HashSet<>();
        for (Setting<?> setting : settings) {
            assertTrue(flags.add(setting.flag()), setting.flag());
            assertTrue(setting.name().matches("[a-z][a-z0-9-]*(\\.[a-z-]+)?"), setting.name());
            assertTrue(setting.prose().matches("[A-Z0-9a-z(].*\\."), setting.prose());
        }
    }

    @Test
    void theDefaultLimitsAreTheServersOwn() {
        assertEquals(HttpLimits.defaults(), new HttpLimits(SettingValues.none()));
        assertEquals(HttpLimits.defaults().behindFrontEnds(), new HttpLimits(SettingValues.none()).behindFrontEnds());
    }

    @Test
    void flagsWinOverTheFile() throws BadConfigurationException {
        SettingValues file = YamlConfigurationReader.parse("f", "port: 1\nhost: a", NodeSettings.ALL);
        SettingValues both =
                SettingValues.none().with(CommonSettings.PORT, List.of("2")).over(file);
        assertEquals(2, both.get(CommonSettings.PORT));
        assertEquals("a", both.get(CommonSettings.HOST));
    }

    @Test
    void theSamplesAreValid() throws Exception {
        SettingValues node = YamlConfigurationReader.read(CONFIG.resolve("node.yaml"), NodeSettings.ALL);
        assertEquals(1L << 30, node.get(CacheSettings.MEMORY));
        SettingValues frontEnd = YamlConfigurationReader.read(CONFIG.resolve("front-end.yaml"), DispatchSettings.ALL);
        assertEquals(3, frontEnd.find(DispatchSettings.JOIN).orElseThrow().size());
        try (Stream<Path> files = Files.list(CONFIG)) {
            assertEquals(
                    Set.of("node.yaml", "front-end.yaml"),
                    new HashSet<>(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".yaml"))
                            .toList()),
                    "a sample that no test loads");
        }
    }

    @Test
    void whatTheSamplesShowAsDefaultsAreTheDefaults() throws Exception {
        assertCommentedDefaults("node.yaml", NodeSettings.ALL);
        assertCommentedDefaults("front-end.yaml", DispatchSettings.ALL);
    }

    private static void assertCommentedDefaults(String file, List<Setting<?>> settings) throws Exception {
        Map<String, Setting<?>> byName = new HashMap<>();
        settings.forEach(setting -> byName.put(setting.name(), setting));
        String section = "";
        int shown = 0;
        for (String line : Files.readAllLines(CONFIG.resolve(file))) {
            Matcher key = COMMENTED.matcher(line);
            if (!key.matches()) {
                continue;
            }
            boolean nested = key.group(1) != null;
            section = nested ? section : key.group(2) + ".";
            Setting<?> setting = byName.get(nested ? section + key.group(2) : key.group(2));
            if (key.group(3) != null) {
                Setting<?> known = Objects.requireNonNull(setting, file + " shows what is no setting: " + line);
                String initial = Objects.requireNonNullElse(known.initial(), key.group(3));
                assertEquals(initial, key.group(3), line);
                shown++;
            }
        }
        assertTrue(shown > 8, file + " shows " + shown);
    }

    /** Written anew with {@code -Dgosling.write-schemas=true}. */
    @Test
    void theSchemasFollowFromTheSettings() throws Exception {
        assertSchema("node.schema.json", SettingsJsonSchema.of("gosling serve", NodeSettings.ALL));
        assertSchema("front-end.schema.json", SettingsJsonSchema.of("gosling dispatch", DispatchSettings.ALL));
    }

    /** Written anew with {@code -Dgosling.write-schemas=true}. */
    @Test
    void theReferenceFollowsFromTheSettings() throws Exception {
        assertWritten(Path.of("..", "docs", "settings.md"), SettingsReference.page());
    }

    private static void assertSchema(String file, Object schema) throws Exception {
        assertWritten(CONFIG.resolve(file), JsonWriter.write(schema) + "\n");
    }

    private static void assertWritten(Path path, String text) throws Exception {
        if (Boolean.getBoolean("gosling.write-schemas")) {
            Files.writeString(path, text);
        }
        assertEquals(
                Files.readString(path),
                text,
                path.getFileName() + " is out of date; run this test with -Dgosling.write-schemas=true");
    }

    @Test
    void nearNamesAreFound() {
        assertEquals(0, NearestNameFinder.distance("port", "port"));
        assertEquals(2, NearestNameFinder.distance("prot", "port"));
        assertEquals(4, NearestNameFinder.distance("", "port"));
        assertFalse(NearestNameFinder.hint("xyzzy", List.of("port", "host")).contains("?"));
    }

    @Test
    void aNameIsLookedForBesideTheWrongOneAndInOtherSections() {
        List<String> names = List.of("port", "tls.cert", "tls.key", "replication.disk-quota", "replication.address");
        assertEquals("\"replication\"?", NearestNameFinder.hint("replicaton", names));
        assertEquals("\"tls.cert\"?", NearestNameFinder.hint("tls.certs", names));
        assertEquals("\"replication.disk-quota\"?", NearestNameFinder.hint("disk-quota", names));
        assertEquals("\"replication.disk-quota\"?", NearestNameFinder.hint("tls.disk-quota", names));
        assertEquals("\"port\"?", NearestNameFinder.hint("tls.port", names));
        assertEquals("one of port, tls, replication", NearestNameFinder.hint("something-else", names));
        assertEquals("one of tls.cert, tls.key", NearestNameFinder.hint("tls.something-else", names));
    }
}
