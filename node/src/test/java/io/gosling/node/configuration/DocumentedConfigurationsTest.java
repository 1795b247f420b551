package io.gosling.node.configuration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.node.testing.Documents;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each configuration in the documents is one that a node or a front-end would take. */
class DocumentedConfigurationsTest {
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\\n(.*?)```");

    /** First lines of files of Kubernetes, Prometheus and the simulator. */
    private static final List<String> OF_OTHERS = List.of("spec:", "scrape_configs:", "name: my-machine");

    @TempDir
    private Path folder;

    @Test
    void everyConfigurationIsValid() throws IOException {
        Path users = Files.writeString(folder.resolve("users"), "# nobody yet\n");
        TreeMap<String, String> refused = new TreeMap<>();
        int checked = 0;
        for (Path page : Documents.markdown()) {
            for (MatchResult block :
                    YAML.matcher(Files.readString(page)).results().toList()) {
                String yaml = block.group(1)
                        .replace("/etc/gosling/users", users.toString())
                        .replaceAll("(?m)^ *tls-ca: .*\\n", "");
                if (OF_OTHERS.stream().noneMatch(yaml::startsWith)) {
                    checked++;
                    String complaint = complaint(yaml);
                    if (!complaint.isEmpty()) {
                        refused.put(page.getFileName() + ":\n" + yaml, complaint);
                    }
                }
            }
        }
        assertEquals(new TreeMap<>(), refused);
        assertTrue(checked >= 20, "configurations found: " + checked);
    }

    /** Returns why neither a node nor a front-end takes a configuration, or an empty text. */
    private String complaint(String yaml) throws IOException {
        try {
            requireNode(values(yaml, NodeSettings.ALL));
            return "";
        } catch (BadConfigurationException ofNode) {
            try {
                FrontEndConfigurationConverter.of(values(yaml, DispatchSettings.ALL));
                return "";
            } catch (BadConfigurationException ofFrontEnd) {
                return ofNode.getMessage() + "\n" + ofFrontEnd.getMessage();
            }
        }
    }

    private SettingValues values(String yaml, List<Setting<?>> settings) throws IOException, BadConfigurationException {
        return YamlConfigurationReader.read(Files.writeString(folder.resolve("f.yaml"), yaml), settings);
    }

    private static void requireNode(SettingValues values) throws BadConfigurationException {
        NodeConfigurationConverter.space("any", values);
        NodeFrontEndConfigurationConverter.of(values);
        SiteConfigurationConverter.sites(values);
    }
}
