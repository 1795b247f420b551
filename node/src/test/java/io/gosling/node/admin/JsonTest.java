package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.common.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class JsonTest {
    @Test
    void valuesAreWrittenInTheirOrder() {
        assertEquals(
                "{\"name\":\"n1\",\"up\":true,\"load\":1.5,\"count\":3,\"none\":null,\"list\":[1,\"a\",{}],\"e\":[]}",
                JsonWriter.write(JsonWriter.object(
                        "name",
                        "n1",
                        "up",
                        true,
                        "load",
                        1.5,
                        "count",
                        3L,
                        "none",
                        null,
                        "list",
                        List.of(1, "a", Map.of()),
                        "e",
                        List.of())));
    }

    @Test
    void whatCannotStandInATextIsEscaped() {
        assertEquals(
                "\"a\\\"b\\\\c\\n\\t\\r\\u0000\\u00e9\\ud83e\\udebf\"",
                JsonWriter.write("a\"b\\c\n\t\r\0é\ud83e\udebf"));
    }

    /** A value whose second component has a name of two words. */
    public record Pair(int first, List<String> secondPart) {}

    @Test
    void aRecordIsAnObjectOfItsComponents() {
        assertEquals("[{\"first\":1,\"second_part\":[\"a\"]}]", JsonWriter.write(List.of(new Pair(1, List.of("a")))));
    }

    @Test
    void numbersThatJsonLacksAreNull() {
        assertEquals("[null,null]", JsonWriter.write(List.of(Double.NaN, Double.POSITIVE_INFINITY)));
    }

    @Test
    void otherTypesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> JsonWriter.write(new Object()));
    }

    @Test
    void anotherParserReadsBackWhatWasWritten() {
        Random random = new Random(11);
        Load parser = new Load(LoadSettings.builder().build());
        for (int i = 0; i < 500; i++) {
            Object value = value(random, 4);
            assertEquals(value, parser.loadFromString(JsonWriter.write(value)));
        }
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextBoolean();
            case 2 -> text(random);
            case 3 -> {
                List<Object> list = new ArrayList<>();
                for (int n = random.nextInt(4); n > 0; n--) {
                    list.add(value(random, depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int n = random.nextInt(4); n > 0; n--) {
                    map.put(text(random), value(random, depth - 1));
                }
                yield map;
            }
        };
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(8); n > 0; n--) {
            text.append((char) (random.nextBoolean() ? random.nextInt(0x80) : 0xa0 + random.nextInt(0xd000)));
        }
        return text.toString();
    }
}
