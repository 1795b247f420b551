package io.gosling.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.common.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResultColumnsTest {
    private record Run(String name, int requests, double seconds, OptionalDouble micros, Optional<Long> failed) {}

    private static final ResultColumns<Run> COLUMNS = new ResultColumns<Run>()
            .and("name", Run::name)
            .and("requests", Run::requests)
            .and("seconds", "%.2f", Run::seconds)
            .and("micros", "%.1f", Run::micros)
            .and("failed", Run::failed);

    private static final Run WHOLE = new Run("a", 1000, 1.004, OptionalDouble.of(2.25), Optional.of(3L));
    private static final Run SPARSE = new Run("b", 0, Double.NaN, OptionalDouble.empty(), Optional.empty());

    @Test
    void missingValuesAreEmptyInTheCsvAndADashInTables() {
        assertEquals(
                "name,requests,seconds,micros,failed\na,1000,1.00,2.3,3\nb,0,,,\n",
                COLUMNS.csv(List.of(WHOLE, SPARSE)));
        assertEquals("b,0,,,\n", COLUMNS.line(SPARSE));
        assertEquals(
                List.of(List.of("name", "requests", "seconds", "micros", "failed"), List.of("b", "0", "-", "-", "-")),
                COLUMNS.table(List.of(SPARSE)));
    }

    @Test
    void addingAColumnLeavesTheOthersAsTheyAre() {
        ResultColumns<String> one = new ResultColumns<String>().and("text", text -> text);
        assertEquals("text,length\n", one.and("length", String::length).names());
        assertEquals("text\n", one.names());
    }

    @Test
    void jsonIsNestedAndEscaped() {
        assertEquals(
                "{\"list\":[1,2.5,true,\"a \\\"b\\\" \\\\\"],\"none\":{}}",
                JsonWriter.write(new TreeMap<>(Map.of("list", List.of(1, 2.5, true, "a \"b\" \\"), "none", Map.of()))));
    }

    @Test
    void aTableInMarkdownHasARuleBelowItsHead() {
        List<List<String>> rows = List.of(List.of("name", "value"), List.of("a", "1"));
        assertEquals("| name | value |\n|---|--:|\n| a | 1 |\n", Markdown.table(rows));
        assertEquals("| name | value |\n|:-:|---|\n| a | 1 |\n", Markdown.table(rows, "|:-:|---|"));
        assertEquals(List.of("`a`", "1"), Markdown.codeFirst(rows).getLast());
        assertEquals("- machine: two CPUs\n", Markdown.facts(Map.of("machine", "two CPUs")));
    }
}
