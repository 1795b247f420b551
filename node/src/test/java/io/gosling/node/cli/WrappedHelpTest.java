package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class WrappedHelpTest {
    @Test
    void linesOfATextAreOneAndExamplesStayAsTheyAre() {
        assertArrayEquals(
                new String[] {"", "It wants root on Linux.", "", "Examples:", "  gosling a", "  gosling b"},
                WrappedHelp.paragraphs(
                        "", "It wants root", "on Linux.", "", "Examples:", "  gosling a", "  gosling b"));
    }

    @Test
    void nothingStaysNothing() {
        assertArrayEquals(new String[0], WrappedHelp.paragraphs());
    }
}
