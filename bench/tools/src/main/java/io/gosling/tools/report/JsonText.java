package io.gosling.tools.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;

/**
 * Writes values as JSON: maps as objects in their order, collections as arrays, numbers and booleans as they are, and
 * everything else as a string.
 */
public final class JsonText {
    private JsonText() {}

    /** A number with a fixed number of digits. */
    public record Digits(String text) {}

    public static String of(Object value) {
        return text(value, false);
    }

    public static String indented(Object value) {
        return text(value, true) + "\n";
    }

    private static String text(Object value, boolean indented) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            if (indented) {
                json.useDefaultPrettyPrinter();
            }
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException("a string was not written", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case Map<?, ?> fields -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> field : fields.entrySet()) {
                    json.writeFieldName(String.valueOf(field.getKey()));
                    write(json, field.getValue());
                }
                json.writeEndObject();
            }
            case Collection<?> items -> {
                json.writeStartArray();
                for (Object item : items) {
                    write(json, item);
                }
                json.writeEndArray();
            }
            case Digits digits -> json.writeNumber(digits.text());
            case Double number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.longValue());
            case Boolean truth -> json.writeBoolean(truth);
            default -> json.writeString(value.toString());
        }
    }
}
