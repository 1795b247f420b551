package io.gosling.bench.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each bug still has the method that it changes: a rename must not make it silently absent. */
class PlantedBugTest {
    private static byte[] bytes(String type) throws IOException {
        try (InputStream in = PlantedBugTest.class.getResourceAsStream("/" + type.replace('.', '/') + ".class")) {
            assertNotNull(in, type + " is not there");
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theMethodIsThereAndWhatIsMadeOfItIsAClass(PlantedBug bug) throws IOException {
        byte[] planted = bug.plant(bytes(bug.type()));
        assertEquals(List.of(), ClassFile.of().verify(planted));
        assertTrue(planted.length > 0);
    }

    @ParameterizedTest
    @EnumSource
    void whereItIsNotNothingIsPlanted(PlantedBug bug) throws IOException {
        byte[] other = bytes("io.gosling.gos.membership.ClusterMember");
        assertThrows(IllegalStateException.class, () -> bug.plant(other));
    }
}
