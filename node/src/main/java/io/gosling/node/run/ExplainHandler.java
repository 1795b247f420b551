package io.gosling.node.run;

import io.gosling.common.JsonWriter;
import io.gosling.dispatcher.FrontEnd;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeUrlPattern;
import io.gosling.gos.space.UrlExplanation;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.node.content.ServedContent;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.site.MatchedRules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET /explain?url=URL}, which docs/monitor.md describes: how this process would answer a GET, and why.
 * Nothing is counted, fetched or changed. Headers of the request are given as {@code header=NAME:VALUE}. Safe for use
 * by many threads; more than {@value #AT_A_TIME} at a time are answered 503.
 */
record ExplainHandler(Explainer explainer, Semaphore places) implements Handler {
    private static final int MOST_HEADERS = 64;
    private static final int AT_A_TIME = 2;

    ExplainHandler(Explainer explainer) {
        this(explainer, new Semaphore(AT_A_TIME));
    }

    /** The members of the JSON object for a URL, and the request's headers. */
    @FunctionalInterface
    interface Explainer {
        Map<String, @Nullable Object> explain(PurgeUrlPattern url, boolean secure, Headers headers);
    }

    static ExplainHandler of(String name, FrontEnd frontEnd) {
        return new ExplainHandler((url, secure, headers) -> JsonWriter.object(
                "kind", "front-end", "name", name, "routing", frontEnd.explain(url.object(), headers)));
    }

    /** Explains the answers of a node; {@code listening} is null if it answers no clients. */
    static ExplainHandler of(
            String name, ObjectSpaceNode space, ServedContent served, @Nullable ClientListeners listening) {
        return new ExplainHandler((url, secure, headers) -> {
            String query = url.object().substring(url.path().length()).replaceFirst("\\?", "");
            MatchedRules rules = served.matched(url.host(), url.path(), query);
            String target = rules.target();
            UrlExplanation found = target == null
                    ? new UrlExplanation("rule", rules.lines().getLast(), List.of(), 0, List.of())
                    : space.explain(targets(served, url, secure, target), headers);
            FrontEnd frontEnd = listening == null ? null : listening.frontEnd();
            return JsonWriter.object(
                    "kind", "node",
                    "name", name,
                    "answer", found.answer(),
                    "because", found.because(),
                    "lease", space.mayServe(),
                    "rules", rules.lines(),
                    "objects", found.objects(),
                    "more", found.more() == 0 ? null : found.more(),
                    "decisions", found.decisions(),
                    "routing", frontEnd == null ? null : frontEnd.explain(url.object(), headers));
        });
    }

    /** The objects of a URL: of responses that are held for both schemes, those of its own. */
    private static List<PurgeTarget> targets(ServedContent served, PurgeUrlPattern url, boolean secure, String target) {
        String host = url.host();
        String named = host == null ? target : (secure ? "https://" : "http://") + host + target;
        String other = host == null ? " " : secure ? "http://" : "https://";
        return served.purgeKeys().of(new PurgeSelector.Url(named)).stream()
                .filter(one ->
                        !(one instanceof PurgeTarget.Key key) || !key.key().startsWith(other))
                .toList();
    }

    @Override
    public Response handle(Request request) {
        if (!places.tryAcquire()) {
            return Response.text("more than " + AT_A_TIME + " explanations at a time\n")
                    .withStatus(503)
                    .with("Retry-After", "1");
        }
        try {
            return answer(request);
        } finally {
            places.release();
        }
    }

    private Response answer(Request request) {
        String url = request.query().first("url");
        List<String> given = request.query().all("header");
        try {
            if (url == null || given.size() > MOST_HEADERS) {
                throw new IllegalArgumentException(
                        "expected ?url=URL, and at most " + MOST_HEADERS + " times header=NAME:VALUE");
            }
            PurgeUrlPattern pattern = PurgeUrlPattern.parse(url);
            String host = pattern.host();
            Headers headers = host == null ? Headers.empty() : Headers.of("Host", host);
            for (String header : given) {
                String[] pair = header.split(":", 2);
                if (pair.length < 2) {
                    throw new IllegalArgumentException("header \"" + header + "\"; expected NAME:VALUE");
                }
                headers = headers.plus(pair[0], pair[1].strip());
            }
            boolean secure = url.regionMatches(true, 0, "https:", 0, 6);
            String text = JsonWriter.write(explainer.explain(pattern, secure, headers)) + "\n";
            return Response.bytes("application/json", text.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        }
    }
}
