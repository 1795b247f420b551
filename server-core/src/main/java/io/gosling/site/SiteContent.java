package io.gosling.site;

import io.gosling.site.compression.Compression;
import java.nio.file.Path;
import java.util.List;

/**
 * The sources of a site's documents.
 *
 * @param roots directories; the first that has a document gives it; none where other servers answer every path
 * @param index names that are tried when a directory is requested, in order
 * @param fallBacks paths for a document that does not exist, in order; {@code {path}} in them stands for the requested
 *     path without a slash at its end
 * @param listing true if a directory without an index shows its entries
 * @param compression the rules by which documents are sent compressed
 */
public record SiteContent(
        List<Path> roots, List<String> index, List<String> fallBacks, boolean listing, Compression compression) {
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
}
