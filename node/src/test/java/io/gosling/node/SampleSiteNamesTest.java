package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.node.cli.GoslingCommand;
import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the verbs, policies and forwarding modes that the sample site names with those of the program. */
class SampleSiteNamesTest {
    private static final List<String> MECHANISMS =
            Stream.of(ForwardingMode.values()).map(ForwardingMode::label).toList();

    private static final Pattern CODE = Pattern.compile("(?s)<code>(.*?)</code>");
    private static final Pattern CALL = Pattern.compile("\\bgosling ([a-z][a-z-]*)");
    private static final Pattern TABLE = Pattern.compile("(?s)<table>.*?</table>");
    private static final Pattern FIRST_CELL = Pattern.compile("(?s)<tr><td>(.*?)</td>");

    @Test
    void theSiteNamesAllVerbsAndNoOthers() throws IOException {
        TreeSet<String> named = new TreeSet<>();
        for (String code : code()) {
            named.addAll(groups(CALL, code));
        }
        assertEquals(verbs(), named);
    }

    @Test
    void theTableOfPoliciesHasAllOfThemAndNoOthers() throws IOException {
        assertEquals(new TreeSet<>(PolicyName.names()), new TreeSet<>(table("--policy")));
    }

    @Test
    void theTableOfForwardingModesHasAllOfThemAndNoOthers() throws IOException {
        assertEquals(new TreeSet<>(MECHANISMS), new TreeSet<>(table("--forwarding")));
    }

    @Test
    void commandLinesOfTheSiteNameOnlyPoliciesAndForwardingModesThatExist() throws IOException {
        assertExist("policy", PolicyName.names());
        assertExist("forwarding", MECHANISMS);
    }

    /** The verbs that the help of {@code gosling} shows, and the word for the other jar. */
    private static TreeSet<String> verbs() {
        TreeSet<String> verbs = new TreeSet<>();
        verbs.add("bench");
        GoslingCommand.create().getSubcommands().forEach((name, verb) -> {
            if (!verb.getCommandSpec().usageMessage().hidden()) {
                verbs.add(name);
            }
        });
        return verbs;
    }

    private static void assertExist(String setting, Collection<String> names) throws IOException {
        Pattern value = Pattern.compile("\\b" + setting + "(?: |=|: )([a-z][a-z0-9-]*)");
        TreeSet<String> used = new TreeSet<>();
        for (String code : code()) {
            used.addAll(groups(value, code));
        }
        assertTrue(!used.isEmpty(), setting);
        used.removeAll(names);
        assertEquals(new TreeSet<>(), used);
    }

    /** The first cells of the table with this first heading. */
    private static List<String> table(String heading) throws IOException {
        List<String> tables = new ArrayList<>();
        for (String page : pages()) {
            TABLE.matcher(page)
                    .results()
                    .map(MatchResult::group)
                    .filter(table -> table.contains("<thead><tr><th><code>" + heading + "</code></th>"))
                    .forEach(tables::add);
        }
        assertEquals(1, tables.size(), "tables of " + heading);
        return groups(FIRST_CELL, tables.getFirst()).stream()
                .flatMap(cell -> groups(CODE, cell).stream())
                .toList();
    }

    private static List<String> code() throws IOException {
        List<String> code = new ArrayList<>();
        for (String page : pages()) {
            code.addAll(groups(CODE, page));
        }
        return code;
    }

    private static List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>();
        for (Path page : Documents.pages()) {
            pages.add(Files.readString(page));
        }
        return pages;
    }

    private static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
