package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.testing.Documents;
import io.gosling.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of settings in the sample site must show the defaults that the program has. */
class DocumentedSettingsTest {
    private static final Pattern ROW = Pattern.compile("<tr><td><code>(?:--)?([a-z.-]+)</code></td><td>([^<]*)</td>");

    @Test
    void everyDefaultThatThePagesShowIsTheDefault() throws IOException {
        TreeSet<String> wrong = new TreeSet<>();
        int checked = 0;
        for (Path page : Documents.pages()) {
            Map<String, String> defaults = defaults(page.endsWith("dispatch.html"));
            for (MatchResult row : ROW.matcher(Files.readString(page)).results().toList()) {
                String expected = defaults.get(name(row.group(1)));
                checked += expected == null ? 0 : 1;
                if (expected != null && !expected.equals(row.group(2))) {
                    wrong.add(row.group(1) + " is shown as " + row.group(2) + " and is " + expected);
                }
            }
        }
        assertEquals(new TreeSet<>(), wrong);
        assertTrue(checked >= 15, "settings found: " + checked);
    }

    /** A front-end joins and listens for members elsewhere than a node does; each page shows its own verb's. */
    private static Map<String, String> defaults(boolean frontEnd) {
        Map<String, String> defaults = new TreeMap<>();
        (frontEnd ? DispatchSettings.ALL : NodeSettings.ALL)
                .forEach(setting -> defaults.put(name(setting), Objects.requireNonNullElse(setting.initial(), "")));
        return defaults;
    }

    private static String name(Setting<?> setting) {
        return name(setting.flag().substring(2));
    }

    private static String name(String shown) {
        return shown.replace('.', '-');
    }
}
