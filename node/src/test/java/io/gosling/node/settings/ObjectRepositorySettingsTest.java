package io.gosling.node.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.repository.RepositorySettings;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectRepositorySettingsTest {
    private static final long HEAP = 256L << 20;

    @Test
    void byDefaultItTakesAShareOfTheHeapThatFits() throws BadConfiguration {
        RepositorySettings settings = ObjectRepositorySettings.of(Values.none(), HEAP);
        assertEquals(32L << 20, settings.storage().bytes());
        assertEquals(8L << 20, settings.copies().bytes());
        assertEquals(16L << 20, settings.inFlightBytes());
        assertEquals(
                RepositorySettings.Storage.defaults().objects(),
                settings.storage().objects());
        ObjectRepositorySettings.of(Values.none(), 16L << 20);
        Values safe = Values.none().with(ObjectRepositorySettings.BACKUPS, List.of("3"));
        assertEquals(
                28L << 20, ObjectRepositorySettings.of(safe, HEAP).storage().bytes());
        assertThrows(BadConfiguration.class, () -> ObjectRepositorySettings.of(Values.none(), 1L << 20));
    }

    @Test
    void whatIsAskedForMustFitIntoHalfOfTheHeapWithItsBackups() throws BadConfiguration {
        Values much = Values.none().with(ObjectRepositorySettings.BYTES, List.of("100m"));
        BadConfiguration refused = assertThrows(BadConfiguration.class, () -> ObjectRepositorySettings.of(much, HEAP));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("expected at most half of the heap"), refused::toString);
        Values alone = much.with(ObjectRepositorySettings.BACKUPS, List.of("0"));
        assertEquals(
                100L << 20, ObjectRepositorySettings.of(alone, HEAP).storage().bytes());
    }
}
