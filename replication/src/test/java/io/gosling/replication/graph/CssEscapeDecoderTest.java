package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CssEscapeDecoderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            plain             | plain
            a\\ b             | a b
            \\(\\'\\"\\)      | ('")
            \\61 b            | ab
            \\61  b           | a b
            \\000061b         | ab
            \\00006ab         | jb
            \\g               | g
            x\\               | x
            \\1F600 x         | \uD83D\uDE00x
            \\0 x             | \uFFFDx
            \\d800 x          | \uFFFDx
            \\110000 x        | \uFFFDx
            """)
    void anEscapeIsItsCharacter(String css, String text) {
        assertEquals(text, CssEscapeDecoder.resolved(css));
    }

    @Test
    void anEscapedLineBreakIsNothing() {
        for (String lineBreak : List.of("\n", "\r\n", "\r", "\f")) {
            assertEquals("ab", CssEscapeDecoder.resolved("a\\" + lineBreak + "b"));
        }
        assertEquals("ab", CssEscapeDecoder.resolved("\\61\r\nb"));
    }
}
