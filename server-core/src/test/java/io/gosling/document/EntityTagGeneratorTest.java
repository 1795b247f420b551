package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagGeneratorTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 300_000})
    void aFileHasTheTagOfItsBytes(int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        Path file = Files.write(folder.resolve("file"), bytes);
        try (FileChannel channel = FileChannel.open(file)) {
            assertEquals(
                    EntityTagGenerator.ofContent(ByteBuffer.wrap(bytes)), EntityTagGenerator.ofContent(channel, size));
        }
    }

    /** Nor would one that is cut short while it is read have any. */
    @Test
    void aFileThatIsShorterHasNone() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[10]);
        try (FileChannel channel = FileChannel.open(file)) {
            assertThrows(EOFException.class, () -> EntityTagGenerator.ofContent(channel, 11));
        }
    }
}
