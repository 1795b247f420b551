package io.gosling.gos.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepositorySettingsTest {
    private static final long HEAP = 256L << 20;

    @Test
    void byDefaultItTakesAShareOfTheHeapThatFits() throws BadConfigurationException {
        RepositorySettings settings = RepositorySettings.of(SettingValues.none(), HEAP);
        assertEquals(32L << 20, settings.bytes());
        assertEquals(8L << 20, settings.copyBytes());
        assertEquals(16L << 20, settings.inFlightBytes());
        assertEquals(100_000, settings.get(RepositorySettings.OBJECTS));
        RepositorySettings.of(SettingValues.none(), 16L << 20);
        SettingValues safe = SettingValues.none().with(RepositorySettings.BACKUPS, List.of("3"));
        assertEquals(30L << 20, RepositorySettings.of(safe, HEAP).bytes());
        assertThrows(BadConfigurationException.class, () -> RepositorySettings.of(SettingValues.none(), 1L << 20));
    }

    @Test
    void whatIsAskedForMustFitIntoHalfOfTheHeapWithItsBackups() throws BadConfigurationException {
        SettingValues much = SettingValues.none().with(RepositorySettings.BYTES, List.of("100m"));
        BadConfigurationException refused =
                assertThrows(BadConfigurationException.class, () -> RepositorySettings.of(much, HEAP));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("expected at most half of the heap"), refused::toString);
        SettingValues alone = much.with(RepositorySettings.BACKUPS, List.of("0"));
        assertEquals(100L << 20, RepositorySettings.of(alone, HEAP).bytes());
    }
}
