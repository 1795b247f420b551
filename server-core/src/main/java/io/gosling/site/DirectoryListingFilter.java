package io.gosling.site;

import io.gosling.common.JsonWriter;
import io.gosling.document.DocumentPath;
import io.gosling.document.ListingEntry;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.site.compression.GzipFilter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists a directory without an index, as a page or JSON, from this node's disk. Safe for use by many threads. */
record DirectoryListingFilter(Site site, SiteFileSource roots, AccessPolicy guards) implements Filter {
    /** Entries of a root that are shown at most. */
    static final int MOST = 10_000;

    DirectoryListingFilter(Site site, SiteFileSource roots) {
        this(site, roots, AccessPolicy.of(site));
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        Response answer = next.handle(request);
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        if (answer.status() != 404 || !reads || !request.rawPath().endsWith("/")) {
            return answer;
        }
        DocumentPath directory = DocumentPath.parse(request.rawPath());
        List<ListingEntry> all = roots.list(site, directory, MOST);
        if (all == null) {
            return answer;
        }
        List<ListingEntry> entries =
                all.stream().filter(entry -> shows(directory, entry)).toList();
        answer.discard();
        boolean json = "application/json".equals(request.accepts("text/html", "application/json"));
        Response listing = json ? Response.json(json(entries)) : Response.html(page(request.path(), entries));
        Response own = listing.with("Cache-Control", "no-cache").varying("Accept");
        return new GzipFilter(site.content().compression()).filter(request, asked -> own);
    }

    /** Returns whether the directory's client may request the entry; others are not listed. */
    private boolean shows(DocumentPath directory, ListingEntry entry) {
        String child = directory.child(entry.name()).key();
        return guards.admits(directory.key(), entry.directory() ? child + "/" : child);
    }

    private static String page(String path, List<ListingEntry> entries) {
        String title = Response.escaped(path);
        StringBuilder page = new StringBuilder("""
                <!doctype html>
                <html lang="en"><meta charset="utf-8"><title>%s</title><h1>%s</h1>
                <table>
                """.formatted(title, title));
        if (!path.equals("/")) {
            page.append("<tr><td><a href=\"../\">../</a></td></tr>\n");
        }
        for (ListingEntry entry : entries) {
            String slash = entry.directory() ? "/" : "";
            page.append("<tr><td><a href=\".%s%s\">%s%s</a></td><td>%s</td><td>%s</td></tr>\n"
                    .formatted(
                            Response.escaped(
                                    DocumentPath.parse("/").child(entry.name()).key()),
                            slash,
                            Response.escaped(entry.name()),
                            slash,
                            entry.directory() ? "" : entry.bytes(),
                            entry.lastModified()));
        }
        return page.append("</table></html>\n").toString();
    }

    private static String json(List<ListingEntry> entries) {
        return JsonWriter.write(
                        entries.stream().map(DirectoryListingFilter::members).toList())
                + "\n";
    }

    private static Map<String, @Nullable Object> members(ListingEntry entry) {
        String modified = entry.lastModified().toString();
        return entry.directory()
                ? JsonWriter.object("name", entry.name(), "type", "directory", "modified", modified)
                : JsonWriter.object("name", entry.name(), "type", "file", "bytes", entry.bytes(), "modified", modified);
    }
}
