package io.gosling.gos.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Ticker;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
    private final DecisionLog log = new DecisionLog(Ticker.system());

    private List<String> details(String key) {
        return log.of(key::equals).stream().map(DecisionLog.Decision::detail).toList();
    }

    @Test
    void theLatestDecisionsAboutAnObjectComeFirst() {
        log.add("a", "evicted for ", "1");
        log.add("b", "purged", "2");
        log.add("a", "purged", "3");
        assertEquals(List.of("3", "1"), details("a"));
        assertEquals(List.of(), details("c"));
    }

    @Test
    void ofALongKeyOnlyTheBeginningIsKept() {
        log.add("a".repeat(2000), "purged", "");
        assertEquals(List.of(""), details("a".repeat(512)));
    }

    @Test
    void theOldestIsDisplaced() {
        log.add("a", "purged", "first");
        for (int i = 0; i < DecisionLog.MOST - 1; i++) {
            log.add("b", "purged", "");
        }
        assertEquals(List.of("first"), details("a"));
        log.add("b", "purged", "");
        assertEquals(List.of(), details("a"));
        assertEquals(DecisionLog.MOST, details("b").size());
    }
}
