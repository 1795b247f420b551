package io.gosling.site;

import io.gosling.document.AtomicFileWriter;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.LookupResult;
import io.gosling.document.Representation;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.Preconditions;
import io.gosling.site.compression.CompressedDocumentFinder;
import io.gosling.site.compression.ContentCoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * PUT and DELETE of documents in a site's first root (RFC 9110, sections 9.3.4 and 9.3.5), for clients that {@link
 * AccessFilter} marks as editors. {@code If-Match} and {@code If-None-Match} hold up to the moment of the change.
 *
 * <p>Safe for use by many threads.
 *
 * @param changed called with the path in the object space of a document that has changed
 */
record DocumentEditFilter(Site site, SiteFileSource roots, Consumer<DocumentPath> changed) implements Filter {
    @Override
    public Response filter(Request request, Handler next) throws Exception {
        boolean put = request.method().equals("PUT");
        boolean editor = Boolean.TRUE.equals(request.attribute(AccessFilter.EDITOR, Boolean.class));
        if (!editor) {
            return next.handle(request);
        }
        if (!put && !request.method().equals("DELETE")) {
            return allowing(next.handle(request));
        }
        if (request.headers().contains("Content-Range")) {
            return ErrorPageBuilder.of(400);
        }
        if (request.headers().contains("Content-Encoding")) {
            return ErrorPageBuilder.of(415);
        }
        DocumentPath path = DocumentPath.parse(request.rawPath());
        Preconditions conditions = Preconditions.of(request.headers());
        if (!holds(conditions, path)) {
            return ErrorPageBuilder.of(412);
        }
        AtomicFileWriter edits = roots.edits(site);
        AtomicFileWriter.Outcome outcome = put
                ? edits.write(path, request.body(), () -> holds(conditions, path))
                : edits.delete(path, () -> holds(conditions, path));
        return answer(outcome, path);
    }

    private static Response allowing(Response answer) {
        String allow = answer.headers().first("Allow");
        return allow == null ? answer : answer.with("Allow", allow + ", PUT, DELETE");
    }

    private Response answer(AtomicFileWriter.Outcome outcome, DocumentPath path) throws IOException {
        return switch (outcome) {
            case CREATED, REPLACED -> {
                dropForms(path);
                tell(path);
                yield written(outcome, path);
            }
            case DELETED -> {
                tell(path);
                yield Response.of(204);
            }
            case ABSENT -> ErrorPageBuilder.of(404);
            case REFUSED -> ErrorPageBuilder.of(403);
            case CONFLICT -> ErrorPageBuilder.of(409);
            case FAILED -> ErrorPageBuilder.of(412);
        };
    }

    private Response written(AtomicFileWriter.Outcome outcome, DocumentPath path) throws IOException {
        Headers headers = Headers.empty();
        try (Document now = roots.original(site, path)) {
            if (now != null) {
                headers = headers.plus("ETag", now.representation().etag());
            }
        }
        boolean created = outcome == AtomicFileWriter.Outcome.CREATED;
        return new Response(created ? 201 : 204, created ? headers.plus("Location", path.key()) : headers, null);
    }

    /** Deletes the precompressed files beside a document, which have its former bytes. */
    private void dropForms(DocumentPath path) throws IOException {
        for (ContentCoding coding : site.content().compression().precompressed()) {
            roots.edits(site).delete(CompressedDocumentFinder.beside(path, coding), () -> true);
        }
    }

    /** Reports a change; a directory's index is the directory's document as well. */
    private void tell(DocumentPath path) {
        tellOne(path);
        if (path.segments().getLast().equals("index.html")) {
            String key = path.key();
            tellOne(DocumentPath.parse(key.substring(0, key.lastIndexOf('/') + 1)));
        }
    }

    private void tellOne(DocumentPath path) {
        changed.accept(path.below(site.view(null)));
        site.content().compression().codings().forEach(coding -> changed.accept(path.below(site.view(coding))));
    }

    /** The tag of each form of the document, as it is and coded, stands for its state. */
    private boolean holds(Preconditions conditions, DocumentPath path) throws IOException {
        try (Document now = roots.original(site, path)) {
            if (now == null) {
                return conditions.ifMatch() == null;
            }
            Representation plain = now.representation();
            List<Representation> forms = new ArrayList<>(List.of(plain));
            boolean tagged = conditions.ifMatch() != null || conditions.ifNoneMatch() != null;
            for (ContentCoding coding : tagged ? site.content().compression().codings() : List.<ContentCoding>of()) {
                if (roots.find(path.below(site.view(coding))) instanceof LookupResult.Found found) {
                    String tag = found.document().representation().etag();
                    forms.add(new Representation(plain.mediaType(), plain.length(), tag, plain.lastModified()));
                    found.document().close();
                }
            }
            Preconditions match = new Preconditions(conditions.ifMatch(), conditions.ifUnmodifiedSince(), null, null);
            Preconditions none = new Preconditions(null, null, conditions.ifNoneMatch(), null);
            return forms.stream().anyMatch(form -> match.judge(false, form) == Preconditions.Verdict.PROCEED)
                    && forms.stream().allMatch(form -> none.judge(false, form) == Preconditions.Verdict.PROCEED);
        }
    }
}
