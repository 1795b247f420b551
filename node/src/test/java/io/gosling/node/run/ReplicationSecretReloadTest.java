package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.reload.ReloadablePart;
import io.gosling.replication.members.SignedHeaderCodec;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicationSecretReloadTest {
    private static final String OLD = "a secret of the whole set";
    private static final String NEXT = "another secret of the whole set";

    private final SignedHeaderCodec signing = new SignedHeaderCodec(OLD);

    @TempDir
    private Path folder;

    private SettingValues values = SettingValues.none();

    @BeforeEach
    void nameTheFile() throws Exception {
        values = SettingValues.none().with(ReplicationSettings.SECRET_FILE, List.of(file().toString()));
    }

    private Path file() {
        return folder.resolve("replication.secret");
    }

    private List<String> reload(String... lines) throws Exception {
        Files.write(file(), List.of(lines));
        ReloadablePart part = new ReplicationSetup(null, null, signing).part(values);
        part.preparation().prepare(values).run();
        return part.news().get();
    }

    private String refused(String... lines) {
        return String.valueOf(assertThrows(BadConfigurationException.class, () -> reload(lines))
                .getMessage());
    }

    private static String label(String secret) {
        return new SignedHeaderCodec(secret).labels().getFirst();
    }

    @Test
    void anotherSecretIsTakenOverInThreeRounds() throws Exception {
        String uses = "reloaded: replication.secret-file: uses secret ";
        assertEquals(List.of(), reload(OLD));
        assertEquals(List.of(uses + label(OLD) + " and accepts " + label(NEXT) + " too"), reload(OLD, NEXT));
        assertEquals(List.of(uses + label(NEXT) + " and accepts " + label(OLD) + " too"), reload(NEXT, OLD));
        assertEquals(List.of(uses + label(NEXT) + " alone"), reload(NEXT));
        assertEquals(List.of(label(NEXT)), signing.labels());
    }

    @Test
    void aFileThatCannotBeUsedChangesNothing() throws Exception {
        assertTrue(refused("short").contains("the secret has 5 bytes"));
        assertTrue(refused("").contains("the secret has 0 lines"));
        assertTrue(refused(NEXT).contains("does not accept the first secret yet"));
        assertTrue(refused(NEXT, OLD).contains("does not accept the first secret yet"));
        Files.delete(file());
        ReloadablePart part = new ReplicationSetup(null, null, signing).part(values);
        assertThrows(BadConfigurationException.class, () -> part.preparation().prepare(values));
        assertEquals(List.of(label(OLD)), signing.labels());
    }

    @Test
    void aNodeWithoutAReplicaSetHasNothingToReload() throws Exception {
        ReloadablePart part = new ReplicationSetup(null, null, null).part(SettingValues.none());
        part.preparation().prepare(SettingValues.none()).run();
        assertEquals(List.of(), part.news().get());
    }
}
