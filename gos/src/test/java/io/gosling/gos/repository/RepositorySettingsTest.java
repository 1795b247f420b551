package io.gosling.gos.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepositorySettingsTest {
    private static final long HEAP = 256L << 20;

    @Test
    void byDefaultItTakesAShareOfTheHeapThatFits() throws BadConfiguration {
        RepositorySettings settings = RepositorySettings.of(Values.none(), HEAP);
        assertEquals(32L << 20, settings.bytes());
        assertEquals(8L << 20, settings.copyBytes());
        assertEquals(16L << 20, settings.inFlightBytes());
        assertEquals(100_000, settings.get(RepositorySettings.OBJECTS));
        RepositorySettings.of(Values.none(), 16L << 20);
        Values safe = Values.none().with(RepositorySettings.BACKUPS, List.of("3"));
        assertEquals(28L << 20, RepositorySettings.of(safe, HEAP).bytes());
        assertThrows(BadConfiguration.class, () -> RepositorySettings.of(Values.none(), 1L << 20));
    }

    @Test
    void whatIsAskedForMustFitIntoHalfOfTheHeapWithItsBackups() throws BadConfiguration {
        Values much = Values.none().with(RepositorySettings.BYTES, List.of("100m"));
        BadConfiguration refused = assertThrows(BadConfiguration.class, () -> RepositorySettings.of(much, HEAP));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("expected at most half of the heap"), refused::toString);
        Values alone = much.with(RepositorySettings.BACKUPS, List.of("0"));
        assertEquals(100L << 20, RepositorySettings.of(alone, HEAP).bytes());
    }
}
