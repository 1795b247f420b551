package io.gosling.bench.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.gosling.tools.report.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scores of a run.
 *
 * @param facts machine, date, versions, command
 */
record Scores(Map<String, String> facts, List<BenchmarkScore> scores) {
    private static final String SCORES = "scores";

    /** One object: the facts, and under {@code scores} an object for each benchmark. */
    String json() {
        Map<String, Object> fields = new LinkedHashMap<>(facts);
        fields.put(SCORES, scores.stream().map(BenchmarkScore.FIELDS::fields).toList());
        return JsonText.indented(fields);
    }

    /**
     * Those that {@link #json} has written.
     *
     * @throws IllegalArgumentException when the file is something else
     * @throws IOException when it cannot be read
     */
    static Scores read(Path file) throws IOException {
        String text = Files.readString(file);
        Map<String, String> facts = new LinkedHashMap<>();
        List<BenchmarkScore> scores = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(text)) {
            expect(json.nextToken() == JsonToken.START_OBJECT, file);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() == JsonToken.START_ARRAY && name.equals(SCORES)) {
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        scores.add(score(json, file));
                    }
                } else {
                    expect(json.currentToken() == JsonToken.VALUE_STRING, file);
                    facts.put(name, json.getText());
                }
            }
        } catch (JsonProcessingException e) {
            expect(false, file);
        }
        expect(!scores.isEmpty(), file);
        return new Scores(facts, scores);
    }

    private static BenchmarkScore score(JsonParser json, Path file) throws IOException {
        String benchmark = "";
        String unit = "";
        double value = Double.NaN;
        double error = -1;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "benchmark" -> benchmark = json.getText();
                case "unit" -> unit = json.getText();
                case "value" -> value = json.getDoubleValue();
                case "error" -> error = json.getDoubleValue();
                default -> json.skipChildren();
            }
        }
        expect(!benchmark.isEmpty() && !unit.isEmpty() && Double.isFinite(value), file);
        return new BenchmarkScore(benchmark, unit, value, error);
    }

    private static void expect(boolean holds, Path file) {
        if (!holds) {
            throw new IllegalArgumentException(
                    file.getFileName() + " has no scores; expected what gosling bench jmh --json has written");
        }
    }
}
