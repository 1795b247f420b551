package io.gosling.site.compression;

import io.gosling.document.Body;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the texts that a handler or another server answers, while they are sent, for clients that accept gzip.
 *
 * <p>The tag of the coded form is {@code "x~gzip"} where that of the plain form is {@code "x"}; clients may use it in
 * conditions. It is as strong as the plain one, since {@code If-Match} needs a strong one: under a strong tag, nothing
 * is flushed before its time, so that the same bytes are always compressed to the same bytes. The coded form has no
 * ranges; those of the plain form are passed on.
 *
 * <p>Streams of events, and answers with a coding, with {@code no-transform} or with a digest, are left as they are.
 * So are all answers while too many others are being compressed. Around a cache, the plain form is stored and each
 * answer is compressed; below one, both forms are stored. Safe for use by many threads.
 */
public record GzipFilter(CompressionRules rules) implements Filter {
    /** Texts from 1 KiB to 4 MiB. */
    public GzipFilter() {
        this(new CompressionRules(List.of(), true, 1 << 10, 4 << 20));
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        if (!rules.gzip() || rules.excepts(request.rawPath())) {
            return next.handle(request);
        }
        GzipNegotiation terms = GzipNegotiation.of(request);
        Response answer = next.handle(with(request, terms.headersForHandler()));
        GzipNegotiation.Choice choice = terms.judge(answer, rules);
        if (choice == GzipNegotiation.Choice.WHOLE) {
            answer.discard();
            answer = next.handle(with(request, terms.headersForWhole()));
            choice = terms.judge(answer, rules);
        }
        return switch (choice) {
            case CODED -> coded(answer, terms);
            case UNCHANGED -> unchanged(answer, terms);
            case PLAIN -> answer.varying("Accept-Encoding");
            case AS_IS, WHOLE -> answer;
        };
    }

    private static Request with(Request request, Headers headers) {
        return headers.equals(request.headers())
                ? request
                : new RequestWrapper(request) {
                    @Override
                    public Headers headers() {
                        return headers;
                    }
                };
    }

    private static Response coded(Response answer, GzipNegotiation terms) throws IOException {
        String tag = answer.headers().first("ETag");
        Body body = body(answer, !GzipEntityTagMapping.isStrong(tag));
        if (body == null) {
            return answer.varying("Accept-Encoding");
        }
        Headers headers = answer.headers()
                .without("Content-Length")
                .without("Accept-Ranges")
                .plus("Content-Encoding", ContentCoding.GZIP.token());
        if (terms.isGetOrHead()) {
            String own = GzipEntityTagMapping.coded(tag);
            headers = own == null ? headers.without("ETag") : headers.with("ETag", own);
        }
        return new Response(answer.status(), headers, body, answer.provenance()).varying("Accept-Encoding");
    }

    private static @Nullable Body body(Response answer, boolean flushes) throws IOException {
        try {
            return GzipBodyFactory.of(answer.body(), flushes);
        } catch (Throwable e) {
            answer.discard();
            throw e;
        }
    }

    /** The client has one of both forms; a Vary that replaced that of a stored response must name what both have. */
    private static Response unchanged(Response answer, GzipNegotiation terms) {
        String coded = GzipEntityTagMapping.coded(answer.headers().first("ETag"));
        if (coded != null
                && terms.accepts()
                && GzipEntityTagMapping.names(terms.headers().joined("If-None-Match"), coded)) {
            return answer.with("ETag", coded).varying("Accept-Encoding");
        }
        return answer.headers().contains("Vary") ? answer.varying("Accept-Encoding") : answer;
    }
}
