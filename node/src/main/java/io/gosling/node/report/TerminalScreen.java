package io.gosling.node.report;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The other screen of a terminal, with keys that are read one by one. Used by one thread, until it is closed; the
 * terminal is restored as well when the process ends by a signal.
 */
public final class TerminalScreen implements AutoCloseable {
    private static final String ENTER = "\033[?1049h\033[?25l";
    private static final String LEAVE = "\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String REST_OF_LINE = "\033[K";
    private static final String REST_OF_SCREEN = "\033[J";

    private final Stty stty;
    private final PrintWriter out;
    private final InputStream keys;
    private final String saved;
    private boolean restored;

    /** Calls {@code stty} with the terminal as its input, and returns the words that it prints. */
    @FunctionalInterface
    interface Stty {
        String call(String arguments) throws IOException;
    }

    TerminalScreen(Stty stty, PrintWriter out, InputStream keys) throws IOException {
        this.stty = stty;
        this.out = out;
        this.keys = keys;
        this.saved = stty.call("-g");
        // A read ends after a second without a key.
        stty.call("-icanon -echo min 0 time 10");
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        print(ENTER);
    }

    /** Opens the screen of this process; null without a terminal that can place its cursor. */
    public static @Nullable TerminalScreen open(PrintWriter out) {
        String kind = System.getenv().getOrDefault("TERM", "dumb");
        Console console = System.console();
        if (console == null || !console.isTerminal() || kind.equals("dumb")) {
            return null;
        }
        try {
            return new TerminalScreen(TerminalScreen::stty, out, new FileInputStream(FileDescriptor.in));
        } catch (IOException e) {
            return null;
        }
    }

    private static String stty(String arguments) throws IOException {
        Process process = new ProcessBuilder(("stty " + arguments).split(" "))
                .redirectInput(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("stty " + arguments + " fails");
        }
        return printed;
    }

    /** Shows the beginning of a text: as much as there is room for without the last column, after which lines wrap. */
    public synchronized void show(String text) throws IOException {
        String[] size = stty.call("size").split(" ");
        boolean unknown = size[0].equals("0");
        int rows = unknown ? 24 : Integer.parseInt(size[0]);
        int columns = unknown ? 80 : Integer.parseInt(size[1]);
        if (!restored) {
            print(text.lines()
                    .limit(rows - 1)
                    .map(line -> line.substring(0, Math.min(line.length(), columns - 1)) + REST_OF_LINE + "\n")
                    .collect(Collectors.joining("", HOME, REST_OF_SCREEN)));
        }
    }

    /** Waits for a key, up to a second; -1 if none has come. */
    public int key() throws IOException {
        return keys.read();
    }

    private void print(String text) {
        out.print(text);
        out.flush();
    }

    @Override
    public synchronized void close() {
        if (!restored) {
            restored = true;
            print(LEAVE);
            try {
                stty.call(saved);
            } catch (IOException e) {
                print("the terminal is not restored: " + e.getMessage() + "; enter stty sane\n");
            }
        }
    }
}
