package io.gosling.node.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The services, samples and image of the packages against the verbs and settings that there are. */
class PackagedServiceTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "debian/gosling.service,serve,/etc/gosling/gosling.yaml",
        "debian/gosling-dispatch@.service,dispatch,/etc/gosling/%i.yaml"
    })
    void aUnitRunsCommandsThatThereAre(String file, String verb, String configuration) throws Exception {
        Map<String, List<String>> unit = PackageSources.unit(file);
        assertEquals(
                List.of(PackageSources.LAUNCHER + " " + verb + " --config " + configuration), unit.get("ExecStart"));
        List<String> commands = Stream.of("ExecStartPre", "ExecStart", "ExecReload")
                .flatMap(key -> unit.getOrDefault(key, List.of()).stream())
                .filter(command -> command.startsWith(PackageSources.LAUNCHER + " "))
                .toList();
        assertEquals(3, commands.size(), commands::toString);
        for (String command : commands) {
            assertTrue(command.endsWith(configuration), command);
            PackageSources.requireArguments(List.of(
                    command.substring(PackageSources.LAUNCHER.length() + 1).split(" ")));
        }
    }

    @Test
    void bothUnitsAreHardenedInTheSameWay() throws Exception {
        assertEquals(hardening("debian/gosling.service"), hardening("debian/gosling-dispatch@.service"));
        assertEquals(
                List.of("CAP_NET_BIND_SERVICE"),
                PackageSources.unit("debian/gosling.service").get("CapabilityBoundingSet"));
    }

    private static String hardening(String file) throws Exception {
        return PackageSources.read(file).replaceAll("(?s).*(# Ports below.*)\\[Install].*", "$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"debian/gosling.yaml", "docker/gosling.yaml"})
    void aSampleIsValidWithWhatItShowsAsComments(String file) throws Exception {
        String sample = PackageSources.read(file);
        assertTrue(read(sample).isGiven(NodeSettings.DIR), "it serves something");
        read(sample.replaceAll("(?m)^# ([a-z-]+: )", "$1"));
    }

    private SettingValues read(String text) throws Exception {
        return YamlConfigurationReader.read(Files.writeString(folder.resolve("sample.yaml"), text), NodeSettings.ALL);
    }

    @Test
    void theImageServesItsSample() throws Exception {
        String image = PackageSources.read("docker/Dockerfile");
        assertEquals(List.of(PackageSources.LAUNCHER), words(image, "ENTRYPOINT"));
        List<String> arguments = words(image, "CMD");
        PackageSources.requireArguments(arguments);
        assertTrue(image.contains("docker/gosling.yaml " + arguments.getLast() + "\n"), "the sample is in the image");
        int port = read(PackageSources.read("docker/gosling.yaml")).get(CommonSettings.PORT);
        assertTrue(image.contains("\nEXPOSE " + port + "\n"), "its port is exposed");
        assertTrue(image.contains("CMD [\"gosling-probe\", \"livez\"]"), "its health is checked");
        assertTrue(
                PackageSources.read("docker/gosling-probe").contains(":-" + CommonSettings.ADMIN_PORT.initial() + "}"),
                "at the admin port");
    }

    private static List<String> words(String image, String instruction) {
        String line = image.lines()
                .filter(candidate -> candidate.startsWith(instruction + " ["))
                .reduce("", (first, last) -> last);
        return WORD.matcher(line)
                .results()
                .map((MatchResult word) -> word.group(1))
                .toList();
    }
}
