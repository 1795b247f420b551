package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperFilesTest {
    @TempDir
    private Path folder = Path.of(".");

    private final PaperFiles files = PaperFiles.drawn();

    @Test
    void theMixHasThePapersMean() {
        assertEquals(PaperFiles.MEAN, files.mean(), PaperFiles.MEAN / 1000);
        // It is to fit a node's memory.
        assertTrue(files.sizes().stream().mapToLong(size -> size).sum() < 40_000_000, files::toString);
    }

    @Test
    void theMixIsTheSameEveryTime() {
        assertEquals(files, PaperFiles.drawn());
    }

    @Test
    void everyAddressIsOneOfAFile() throws Exception {
        Path configuration = files.write(folder);
        assertTrue(Files.readString(configuration).contains("programs: " + folder.resolve("programs")));
        for (FileSet set : List.of(FileSet.EMPTY, FileSet.KB_2, FileSet.LOG)) {
            for (String url : files.urls("http://10.99.0.1:80", set)) {
                String path = url.substring("http://10.99.0.1:80/".length()).replaceFirst("=\\d+$", "");
                assertTrue(Files.isRegularFile(folder.resolve("site").resolve(path)), url);
            }
        }
        assertEquals(0, Files.size(folder.resolve("site/0.bin")));
        assertEquals(2048, Files.size(folder.resolve("site/2.bin")));
    }

    @Test
    void theProgramMakesAsManyBytesAsItsPathSays() throws Exception {
        files.write(folder);
        ProcessBuilder program =
                new ProcessBuilder(folder.resolve("programs/made").toString());
        program.environment().put("PATH_INFO", "/100000");
        Process made = program.start();
        byte[] answer = made.getInputStream().readAllBytes();
        assertEquals(0, made.waitFor());
        String head = "Content-Type: application/octet-stream\r\nContent-Length: 100000\r\n\r\n";
        assertEquals(head.length() + 100_000, answer.length);
        assertArrayEquals(head.getBytes(StandardCharsets.US_ASCII), Arrays.copyOf(answer, head.length()));
    }

    @Test
    void aServiceThatIsNotHttpHasNoAddresses() {
        assertThrows(IllegalArgumentException.class, () -> files.urls("http://10.99.0.1", FileSet.BYTES));
    }
}
