package io.gosling.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class EventCountersTest {
    private enum Kind {
        SECOND,
        FIRST
    }

    private final EventCounters<Kind> counts =
            new EventCounters<>(Kind.class, kind -> kind.name().toLowerCase(Locale.ROOT));

    @Test
    void eachKindIsCountedByItself() {
        counts.count(Kind.FIRST);
        counts.add(Kind.FIRST, 2);
        assertEquals(3, counts.of(Kind.FIRST));
        assertEquals(0, counts.of(Kind.SECOND));
    }

    @Test
    void allAreListedInTheOrderOfDeclaration() {
        counts.count(Kind.FIRST);
        assertEquals("{second=0, first=1}", counts.snapshot().toString());
        assertEquals(List.of("second", "first"), List.copyOf(counts.snapshot().keySet()));
    }
}
