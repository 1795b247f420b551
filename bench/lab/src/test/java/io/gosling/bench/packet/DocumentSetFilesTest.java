package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentSetFilesTest {
    @TempDir
    private Path folder = Path.of(".");

    private final DocumentSetFiles files = DocumentSetFiles.drawn();

    @Test
    void theMixHasThePapersMean() {
        assertEquals(DocumentSetFiles.MEAN, files.mean(), DocumentSetFiles.MEAN / 1000);
        // It is to fit a node's memory.
        assertTrue(files.sizes().stream().mapToLong(size -> size).sum() < 40_000_000, files::toString);
    }

    @Test
    void theMixIsTheSameEveryTime() {
        assertEquals(files, DocumentSetFiles.drawn());
    }

    @Test
    void everyAddressIsOneOfAFile() throws Exception {
        Path configuration = files.write(folder);
        assertTrue(Files.readString(configuration).contains("roots: " + folder.resolve("site")));
        for (DocumentSet set : List.of(DocumentSet.EMPTY, DocumentSet.KB_2, DocumentSet.LOG)) {
            for (String url : files.urls("http://10.99.0.1:80", set)) {
                String path = url.substring("http://10.99.0.1:80/".length()).replaceFirst("=\\d+$", "");
                assertTrue(Files.isRegularFile(folder.resolve("site").resolve(path)), url);
            }
        }
        assertEquals(0, Files.size(folder.resolve("site/0.bin")));
        assertEquals(2048, Files.size(folder.resolve("site/2.bin")));
    }

    @Test
    void pagesThatAreMadeHaveTheSizesOfTheMix() {
        List<String> urls = files.urls("http://10.99.0.1:8000", DocumentSet.MADE);
        assertEquals(files.sizes().size(), urls.size());
        assertEquals(
                "http://10.99.0.1:8000/" + files.sizes().getFirst() + "="
                        + files.weights().getFirst(),
                urls.getFirst());
    }

    @Test
    void aServiceThatIsNotHttpHasNoAddresses() {
        assertThrows(IllegalArgumentException.class, () -> files.urls("http://10.99.0.1", DocumentSet.BYTES));
    }
}
