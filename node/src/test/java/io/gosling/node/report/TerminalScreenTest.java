package io.gosling.node.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalScreenTest {
    private final StringWriter out = new StringWriter();
    private final List<String> called = new ArrayList<>();
    private String size = "4 10";

    private String stty(String arguments) {
        called.add(arguments);
        return switch (arguments) {
            case "-g" -> "saved:state";
            case "size" -> size;
            default -> "";
        };
    }

    private TerminalScreen open() throws IOException {
        return new TerminalScreen(
                this::stty,
                new PrintWriter(out, true),
                new ByteArrayInputStream("q".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aViewIsCutToTheTerminalAndErasesTheOneBefore() throws IOException {
        try (TerminalScreen screen = open()) {
            out.getBuffer().setLength(0);
            screen.show("short\n0123456789 cut\nthird\nfourth\nfifth\n");
            assertEquals("\033[Hshort\033[K\n012345678\033[K\nthird\033[K\n\033[J", out.toString());
        }
    }

    @Test
    void aTerminalThatDoesNotSayItsSizeHasTheUsualOne() throws IOException {
        size = "0 0";
        try (TerminalScreen screen = open()) {
            out.getBuffer().setLength(0);
            screen.show("line\n".repeat(100));
            assertEquals(
                    23,
                    out.toString().lines().filter(line -> line.contains("line")).count());
        }
    }

    @Test
    void keysComeOneByOneAndTheTerminalIsRestoredOnce() throws IOException {
        TerminalScreen screen = open();
        assertEquals(List.of("-g", "-icanon -echo min 0 time 10"), called);
        assertEquals('q', screen.key());
        assertEquals(-1, screen.key());
        screen.close();
        assertEquals("saved:state", called.getLast());
        assertTrue(out.toString().endsWith("\033[?25h\033[?1049l"), out.toString());
        screen.show("late");
        screen.close();
        assertEquals(1, called.stream().filter("saved:state"::equals).count());
        assertFalse(out.toString().contains("late"), out.toString());
    }
}
