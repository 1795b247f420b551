package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.settings.SettingsJsonSchema;
import io.gosling.node.settings.SettingsReference;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * A setting takes two edits, its declaration and its use: its flag, its key in YAML, its schema, its help, its error
 * messages and its line in the reference follow from the declaration.
 */
class OneDeclarationTest {
    /** A group with one setting. */
    private record PondSettings(SettingValues values) implements SettingGroup<PondSettings> {
        private static final SettingDeclarations DECLARED = new SettingDeclarations();

        // The first edit: the declaration.
        static final Setting<Integer> DEPTH =
                DECLARED.setting("pond.depth", SettingType.integer("N", 1, 50), "3", "Depth of the pond, in metres.");

        static final List<Setting<?>> ALL = DECLARED.all();

        @Override
        public PondSettings of(SettingValues other) {
            return new PondSettings(other);
        }

        // The second edit: the use.
        int centimetres() {
            return 100 * get(DEPTH);
        }
    }

    @TempDir
    Path folder;

    private static CommandLine command() {
        CommandSpec spec = CommandSpec.create().name("pond");
        SettingFlagConverter.addTo(spec, PondSettings.ALL);
        return new CommandLine(spec).setUsageHelpWidth(200);
    }

    private static PondSettings flags(String... arguments) {
        CommandLine command = command();
        command.parseArgs(arguments);
        return new PondSettings(SettingFlagConverter.values(command, PondSettings.ALL));
    }

    private PondSettings file(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("pond.yaml"), text);
        return new PondSettings(YamlConfigurationReader.read(file, PondSettings.ALL));
    }

    @Test
    void theFlagAndItsDefaultFollow() {
        assertEquals(300, flags().centimetres());
        assertEquals(700, flags("--pond-depth", "7").centimetres());
    }

    @Test
    void theKeyInYamlFollows() throws Exception {
        assertEquals(700, file("pond: {depth: 7}\n").centimetres());
    }

    @Test
    void theHelpFollows() {
        assertTrue(
                command().getUsageMessage().contains("Depth of the pond, in metres. From 1 to 50. Default: 3."),
                command().getUsageMessage());
    }

    @Test
    void theSchemaFollows() {
        Map<?, ?> pond = part(part(SettingsJsonSchema.of("pond", PondSettings.ALL), "properties"), "pond");
        Map<?, ?> depth = part(part(pond, "properties"), "depth");
        assertEquals(
                Map.of(
                        "description",
                        "Depth of the pond, in metres.",
                        "type",
                        "integer",
                        "minimum",
                        1,
                        "maximum",
                        50,
                        "default",
                        3L),
                depth);
    }

    private static Map<?, ?> part(Map<?, ?> whole, String name) {
        return assertInstanceOf(Map.class, whole.get(name));
    }

    private String refusal(String text) {
        return String.valueOf(
                assertThrows(BadConfigurationException.class, () -> file(text)).getMessage());
    }

    @Test
    void theMessagesFollow() {
        String expected = "value \"51\"; expected a whole number from 1 to 50";
        assertEquals(
                "--pond-depth: " + expected,
                assertThrows(ParameterException.class, () -> flags("--pond-depth", "51"))
                        .getMessage());
        assertTrue(refusal("pond: {depth: 51}\n").endsWith("pond.yaml:1:15: key \"pond.depth\": " + expected));
        assertTrue(refusal("pond: {dept: 5}\n").endsWith("key \"pond.dept\": unknown; expected \"pond.depth\"?"));
        assertEquals(
                "pond.depth: " + expected,
                assertThrows(IllegalArgumentException.class, () -> flags().with(PondSettings.DEPTH, 51))
                        .getMessage());
    }

    @Test
    void theLineOfTheReferenceFollows() {
        assertEquals("""
                ## pond

                ### Section `pond`

                | setting | flag | value | default | reload | effect |
                |---|---|---|---|---|---|
                | `pond.depth` | `--pond-depth N` | a whole number from 1 to 50 | `3` | yes | Depth of the pond, in \
                metres. |
                """, SettingsReference.verb("pond", PondSettings.ALL, PondSettings.ALL));
    }
}
