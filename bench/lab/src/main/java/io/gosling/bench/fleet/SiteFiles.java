package io.gosling.bench.fleet;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks paths against the files of a site: real sites have broken links of their own, for which no server is to blame.
 */
record SiteFiles(Path site) {
    /** Returns whether a file is there, or a folder with an index page; true if this cannot be decided. */
    boolean has(String path) {
        try {
            Path file = site.resolve(URI.create("http://site" + path).getPath().substring(1));
            return Files.isRegularFile(file) || Files.isRegularFile(file.resolve("index.html"));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return true;
        }
    }
}
