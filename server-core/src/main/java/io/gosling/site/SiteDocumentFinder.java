package io.gosling.site;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.LookupResult;
import io.gosling.site.compression.ContentCoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site as its clients see it, over the object space that has the documents of all sites: index files, fall-backs and
 * codings are lookups of other paths. Safe for use by many threads.
 */
record SiteDocumentFinder(DocumentSource space, Site site, AccessPolicy guards) {
    private static final String PATH = "{path}";
    private static final String INDEX = "index.html";

    SiteDocumentFinder(DocumentSource space, Site site) {
        this(space, site, AccessPolicy.of(site));
    }

    /** Returns the paths that the path may stand for, without {@code index.html}, which a root knows by itself. */
    List<DocumentPath> named(DocumentPath path) {
        return path.isDirectory()
                ? site.content().index().stream()
                        .map(name -> name.equals(INDEX) ? path : path.child(name))
                        .toList()
                : List.of(path);
    }

    /** Returns the paths to try when nothing is there, without those that further access rules guard. */
    List<DocumentPath> fallBacks(DocumentPath path) {
        List<String> templates = site.content().fallBacks();
        if (templates.isEmpty()) {
            return List.of();
        }
        String key = path.key();
        String asked = key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
        List<DocumentPath> others = new ArrayList<>();
        for (String template : templates) {
            DocumentPath other = DocumentPath.find(template.replace(PATH, asked));
            if (other != null && !other.equals(path) && guards.admits(key, other.key())) {
                others.add(other);
            }
        }
        return others;
    }

    LookupResult find(DocumentPath path, @Nullable ContentCoding coding) throws IOException {
        String view = site.view(coding);
        return switch (space.find(path.below(view))) {
            case LookupResult.Moved moved ->
                new LookupResult.Moved(moved.location().substring(view.length() + 1));
            case LookupResult.Found found -> new LookupResult.Found(typed(path, found.document()));
            case LookupResult other -> other;
        };
    }

    private Document typed(DocumentPath path, Document found) {
        return found.with(site.content().typed(path, found.representation()));
    }

    /** @throws IllegalArgumentException when it is not a path, with or without {@code {path}} at its beginning */
    static void requireFallBack(String template) {
        boolean begins = template.startsWith(PATH) || template.startsWith("/");
        if (!begins || template.lastIndexOf(PATH) > 0 || DocumentPath.find(template.replace(PATH, "/x")) == null) {
            throw new IllegalArgumentException("fall-back '" + template
                    + "' must be a path such as /index.html, or one that begins with {path} such as {path}.html");
        }
    }
}
