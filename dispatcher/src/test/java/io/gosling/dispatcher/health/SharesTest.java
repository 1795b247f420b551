package io.gosling.dispatcher.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.settings.SettingValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesTest {
    @ParameterizedTest
    @CsvSource({"100,3,3", "50,3,1", "50,4,2", "10,3,1", "10,30,3", "1,1,1", "0,9,0"})
    void soManyOfSoManyMayBeLeftAlone(int percent, int all, int most) {
        HealthSettings shares = new HealthSettings(SettingValues.none())
                .with(HealthSettings.MOST_EJECTED, percent)
                .with(HealthSettings.PANIC, 0);
        int ejected = 0;
        while (ejected < all && shares.mayEject(ejected, all)) {
            ejected++;
        }
        assertEquals(most, ejected);
    }

    @ParameterizedTest
    @CsvSource({
        "50,1,3,true",
        "50,1,2,false",
        "50,0,1,true",
        "50,0,0,false",
        "0,0,9,false",
        "100,8,9,true",
        "100,9,9,false"
    })
    void fewerThanTheShareIsPanic(int percent, int well, int all, boolean panic) {
        assertEquals(
                panic,
                new HealthSettings(SettingValues.none())
                        .with(HealthSettings.PANIC, percent)
                        .panics(well, all));
    }

    @Test
    void sharesArePercentages() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new HealthSettings(SettingValues.none()).with(HealthSettings.MOST_EJECTED, 101));
        assertThrows(
                IllegalArgumentException.class,
                () -> new HealthSettings(SettingValues.none()).with(HealthSettings.PANIC, -1));
        assertTrue(new HealthSettings(SettingValues.none()).mayEject(2, 3));
        assertFalse(new HealthSettings(SettingValues.none()).panics(1, 2));
    }
}
