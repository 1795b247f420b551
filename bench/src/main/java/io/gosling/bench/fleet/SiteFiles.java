package io.gosling.bench.fleet;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a site's own folder says of its paths: real sites have links of their own that lead to nothing, which no server is to
 * blame for.
 */
record SiteFiles(Path site) {
    /** Whether a file is there, or a folder with a first page; true of what cannot be told. */
    boolean has(String path) {
        try {
            Path file = site.resolve(URI.create("http://site" + path).getPath().substring(1));
            return Files.isRegularFile(file) || Files.isRegularFile(file.resolve("index.html"));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return true;
        }
    }
}
