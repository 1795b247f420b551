package io.gosling.site;

import io.gosling.site.compression.Compression;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a site's documents come from.
 *
 * @param roots directories; the first that has a document gives it; none where other servers answer every path
 * @param index names that are looked for when a directory is asked for, in order
 * @param fallBacks what is looked for when nothing is there, in order: paths, in which {@code {path}} is the one that was
 *     asked for without a slash at its end
 * @param listing whether a directory without an index shows what it holds
 * @param compression which documents are sent compressed
 */
public record SiteContent(
        List<Path> roots, List<String> index, List<String> fallBacks, boolean listing, Compression compression) {
    /** @throws IllegalArgumentException when a name or path is malformed */
    public SiteContent {
        roots = List.copyOf(roots);
        index = List.copyOf(index);
        fallBacks = List.copyOf(fallBacks);
        for (String name : index) {
            if (name.isEmpty() || name.startsWith(".") || name.matches("(?s).*[/\\\\\\p{Cntrl}].*")) {
                throw new IllegalArgumentException("index '" + name + "' must be a file's name such as index.html");
            }
        }
        fallBacks.forEach(SiteView::requireFallBack);
    }

    /** One directory, {@code index.html}, and nothing else. */
    public static SiteContent of(Path root) {
        return new SiteContent(List.of(root), List.of("index.html"), List.of(), false, Compression.none());
    }
}
