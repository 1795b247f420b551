package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;

class OutputFileConverterTest {
    @TempDir
    private Path folder;

    @Test
    void whatCanBeWrittenIsTaken() throws Exception {
        Path there = Files.writeString(folder.resolve("there"), "before");
        assertEquals(there, new OutputFileConverter().convert(there.toString()));
        assertEquals(
                folder.resolve("new.md"),
                new OutputFileConverter().convert(folder.resolve("new.md").toString()));
        assertEquals(Path.of("new.md"), new OutputFileConverter().convert("new.md"));
        assertEquals("before", Files.readString(there), "nothing is written yet");
    }

    @Test
    void whatCannotIsRefusedBeforeAnythingBegins() {
        String nowhere = folder.resolve("none/new.md").toString();
        String said = String.valueOf(
                assertThrows(TypeConversionException.class, () -> new OutputFileConverter().convert(nowhere))
                        .getMessage());
        assertTrue(said.contains(nowhere) && said.contains("no directory " + folder.resolve("none")), said);
        assertThrows(TypeConversionException.class, () -> new OutputFileConverter().convert(folder.toString()));
        assertThrows(TypeConversionException.class, () -> new OutputFileConverter().convert("a\0b"));
    }
}
