package io.gosling.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.Eventually;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;

/** In this JVM: a signal that is not held would end it. */
class SignalHandlerRegistryTest {
    @AfterEach
    void letGo() {
        SignalHandlerRegistry.letGo();
    }

    @Test
    void aSignalThatComesBeforeItsMeaningIsKnownIsActedOnOnce() throws Exception {
        Assumptions.assumeFalse(System.getProperty("os.name").startsWith("Windows"));
        SignalHandlerRegistry.hold();
        Signal.raise(new Signal("USR1"));
        AtomicInteger early = new AtomicInteger();
        Eventually.that("the early one is acted on", () -> {
            SignalHandlerRegistry.on("USR1", early::incrementAndGet);
            return early.get() == 1;
        });
        AtomicInteger later = new AtomicInteger();
        SignalHandlerRegistry.on("USR1", later::incrementAndGet);
        Signal.raise(new Signal("USR1"));
        Eventually.that("it means something else now", () -> later.get() == 1);
        assertEquals(1, early.get());
    }
}
