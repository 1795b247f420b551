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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Settings that the sample site and the documents name must exist, with the defaults that are shown. */
class DocumentedSettingsTest {
    private static final Pattern NAMED = Pattern.compile("(?:`|<code>)([a-z0-9-]+)\\.([a-z0-9-]+)(?=[`<:=, ])");

    /** A file, a part of /status, and packages. */
    private static final Set<String> OTHERS =
            Set.of("admin.pem", "cluster.state", "replication.home", "replication.coop", "replication.serve");

    private static final Pattern LISTED = Pattern.compile("(?m)^\\| `([a-z0-9.-]+)`");
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

    @Test
    void everySettingOfASectionThatPagesAndDocumentsNameExists() throws IOException {
        // Generated from the declarations.
        String reference = Files.readString(Documents.ROOT.resolve("docs/settings.md"));
        TreeSet<String> known = new TreeSet<>();
        LISTED.matcher(reference).results().forEach(row -> known.add(row.group(1)));
        TreeSet<String> sections = new TreeSet<>();
        known.stream().filter(name -> name.contains(".")).forEach(name -> sections.add(name.replaceAll("\\..*", "")));
        TreeSet<String> wrong = new TreeSet<>();
        int checked = 0;
        for (Path page : Stream.of(Documents.pages(), Documents.markdown())
                .flatMap(List::stream)
                .toList()) {
            for (MatchResult found :
                    NAMED.matcher(Files.readString(page)).results().toList()) {
                String name = found.group(1) + "." + found.group(2);
                if (sections.contains(found.group(1)) && !OTHERS.contains(name)) {
                    checked++;
                    if (!known.contains(name)) {
                        wrong.add(page.getFileName() + ": " + name);
                    }
                }
            }
        }
        assertEquals(new TreeSet<>(), wrong);
        assertTrue(checked >= 300, "settings found: " + checked);
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
