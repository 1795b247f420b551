package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.bench.crawl.ExpectedResponses.Due;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedResponsesTest {
    @TempDir
    Path directory = Path.of("unset");

    @Test
    void aPathNamesAFileADirectoryOrNothing() throws IOException {
        Path site = Files.createDirectory(directory.resolve("site"));
        Path page = Files.writeString(site.resolve("a b+c.html"), "x");
        Path inner = Files.createDirectory(site.resolve("sub")).resolve("index.html");
        Files.writeString(inner, "x");
        Files.createDirectory(site.resolve("bare"));
        Files.writeString(directory.resolve("secret"), "x");
        Files.createSymbolicLink(site.resolve("way-out"), directory.resolve("secret"));
        ExpectedResponses files = ExpectedResponses.under(site);

        assertEquals(new Due.Bytes(page.toRealPath()), files.due("/a%20b+c.html"));
        assertEquals(new Due.Bytes(inner.toRealPath()), files.due("/sub/"));
        assertEquals(new Due.Slash(), files.due("/sub"));
        assertEquals(new Due.Nothing(), files.due("/bare/"));
        assertEquals(new Due.Nothing(), files.due("/sub/index.html/"));
        assertEquals(new Due.Nothing(), files.due("/../secret"));
        assertEquals(new Due.Nothing(), files.due("/way-out"));
        assertEquals(new Due.Nothing(), files.due("/%00"));
    }
}
