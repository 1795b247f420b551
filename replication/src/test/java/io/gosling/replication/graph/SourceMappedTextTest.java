package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SourceMappedTextTest {
    static IntStream seeds() {
        return IntStream.range(0, 500);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anAttributeReadsAsTheParserReadsItAndEachCharacterKnowsItsPlace(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        String[] pieces = {
            "&", "amp", ";", "&amp;", "&lt", "=", "#", "x41", "&#65;", "&copy", "a", " ", "&notit;", "&fjlig;", "1",
            "&&"
        };
        StringBuilder value = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            value.append(pieces[random.nextInt(pieces.length)]);
        }
        String page = "<p title=\"" + value + "\">";
        TextRange where = new TextRange(10, 10 + value.length());
        SourceMappedText text = SourceMappedText.attribute(page, where);

        assertEquals(Jsoup.parse(page).expectFirst("p").attr("title"), text.text(), value::toString);
        assertEquals(where, text.inSource(new TextRange(0, text.text().length())));
        for (int i = 0; i < text.text().length(); i++) {
            char c = text.text().charAt(i);
            TextRange written = text.inSource(new TextRange(i, i + 1));
            if (c >= 'a' && c <= 'z' && written.end() - written.start() == 1) {
                assertEquals(c, page.charAt(written.start()));
            }
        }
    }
}
