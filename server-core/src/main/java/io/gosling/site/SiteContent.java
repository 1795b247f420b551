package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.Representation;
import io.gosling.http.MediaType;
import io.gosling.site.compression.CompressionRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The sources of a site's documents.
 *
 * @param roots directories; the first that has a document gives it; none where other servers answer every path
 * @param index names that are tried when a directory is requested, in order
 * @param fallBacks paths for a document that does not exist, in order; {@code {path}} in them stands for the requested
 *     path without a slash at its end
 * @param listing true if a directory without an index shows its entries
 * @param compression the rules by which documents are sent compressed
 * @param mediaTypes values of Content-Type by file name extension, in place of the usual ones
 */
public record SiteContent(
        List<Path> roots,
        List<String> index,
        List<String> fallBacks,
        boolean listing,
        CompressionRules compression,
        Map<String, String> mediaTypes) {
    public SiteContent {
        roots = List.copyOf(roots);
        index = List.copyOf(index);
        fallBacks = List.copyOf(fallBacks);
        for (String name : index) {
            if (name.isEmpty() || name.startsWith(".") || name.matches("(?s).*[/\\\\\\p{Cntrl}].*")) {
                throw new IllegalArgumentException("index '" + name + "' must be a file's name such as index.html");
            }
        }
        fallBacks.forEach(SiteDocumentFinder::requireFallBack);
        mediaTypes = Map.copyOf(mediaTypes);
        mediaTypes.forEach((extension, type) -> {
            if (!extension.matches("[a-z0-9_+-]+") || !type.matches("[ -~]+") || MediaType.parse(type) == null) {
                throw new IllegalArgumentException("media-types: " + extension + ": " + type
                        + ": expected an extension in lower case without a dot, and a media type, such as"
                        + " mjs: text/javascript");
            }
        });
    }

    /** Returns a document's metadata with the media type that this site has for its extension. */
    Representation typed(DocumentPath path, Representation document) {
        String name = path.isDirectory() ? "index.html" : path.segments().getLast();
        String type = mediaTypes.get(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
        return type == null ? document : document.withMediaType(type);
    }
}
