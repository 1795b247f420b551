package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.Freshness;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.Lookup;
import io.gosling.document.Stamp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site as its clients see it, over the object space that has the documents of all sites: index files and fall-backs are
 * lookups of other paths. Safe for use by many threads.
 */
final class SiteView implements DocumentSource {
    private static final String PATH = "{path}";
    private static final String INDEX = "index.html";

    private final DocumentSource space;
    private final String view;
    private final Content content;

    /** @param view the directory of the object space, from {@link Site#view} */
    SiteView(DocumentSource space, String view, Content content) {
        this.space = space;
        this.view = view;
        this.content = content;
    }

    @Override
    public Lookup find(DocumentPath path) throws IOException {
        Lookup found = new Lookup.Absent();
        for (DocumentPath candidate : named(path)) {
            found = space.find(candidate.below(view));
            if (!(found instanceof Lookup.Absent)) {
                return found instanceof Lookup.Moved moved
                        ? new Lookup.Moved(moved.location().substring(view.length() + 1))
                        : found;
            }
        }
        for (DocumentPath candidate : fallBacks(path)) {
            Lookup other = space.find(candidate.below(view));
            if (other instanceof Lookup.Found) {
                return other;
            }
        }
        return found;
    }

    @Override
    public Freshness check(DocumentPath path, @Nullable Stamp known) throws IOException {
        return space.check(path.below(view), known);
    }

    /** What the path itself may stand for. A root knows {@code index.html} by itself, as the directory's own document. */
    private List<DocumentPath> named(DocumentPath path) {
        return path.isDirectory()
                ? content.index().stream()
                        .map(name -> name.equals(INDEX) ? path : path.child(name))
                        .toList()
                : List.of(path);
    }

    private List<DocumentPath> fallBacks(DocumentPath path) {
        if (content.fallBacks().isEmpty()) {
            return List.of();
        }
        String asked =
                path.key().endsWith("/") ? path.key().substring(0, path.key().length() - 1) : path.key();
        List<DocumentPath> others = new ArrayList<>();
        for (String template : content.fallBacks()) {
            DocumentPath other = parse(template.replace(PATH, asked));
            if (other != null && !other.equals(path)) {
                others.add(other);
            }
        }
        return others;
    }

    private static @Nullable DocumentPath parse(String path) {
        try {
            return DocumentPath.parse(path);
        } catch (IllegalDocumentPathException e) {
            return null;
        }
    }

    /** @throws IllegalArgumentException when it is no path, with or without {@code {path}} at its beginning */
    static void requireFallBack(String template) {
        boolean begins = template.startsWith(PATH) || template.startsWith("/");
        if (!begins || template.lastIndexOf(PATH) > 0 || parse(template.replace(PATH, "/x")) == null) {
            throw new IllegalArgumentException("fall-back '" + template
                    + "' must be a path such as /index.html, or one that begins with {path} such as {path}.html");
        }
    }
}
