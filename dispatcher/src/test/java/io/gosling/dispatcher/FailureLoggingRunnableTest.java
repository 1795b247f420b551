package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the steps run twenty times a second. */
class FailureLoggingRunnableTest {
    private final List<String> lines = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private boolean broken;

    @Test
    void aStepThatFailsIsTriedAgainAndLoggedOnce() {
        FailureLoggingRunnable first = new FailureLoggingRunnable(log(), "the first", () -> {
            if (broken) {
                throw new NoClassDefFoundError("no file left to load it from");
            }
            done.add("first");
        });
        FailureLoggingRunnable second = new FailureLoggingRunnable(log(), "the second", () -> done.add("second"));
        for (boolean breaks : new boolean[] {false, true, true, false}) {
            broken = breaks;
            first.run();
            second.run();
        }
        assertEquals(List.of("first", "second", "second", "second", "first", "second"), done);
        assertEquals(
                List.of(
                        "ERROR the first failed and is tried again; a fault of this program",
                        "INFO the first works again"),
                lines,
                "once, and not twenty times a second");
    }

    private System.Logger log() {
        return new System.Logger() {
            @Override
            public String getName() {
                return "test";
            }

            @Override
            public boolean isLoggable(Level level) {
                return true;
            }

            @Override
            public void log(
                    Level level,
                    @Nullable ResourceBundle bundle,
                    @Nullable String message,
                    @Nullable Throwable thrown) {
                lines.add(level + " " + message);
                if (thrown != null) {
                    throw new NoClassDefFoundError("nor what says so");
                }
            }

            @Override
            public void log(
                    Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... params) {
                lines.add(level + " " + format);
            }
        };
    }
}
