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
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET /explain?url=URL}, which docs/monitor.md describes: how this process would answer a GET, and why.
 * Nothing is counted, fetched or changed. Headers of the request are given as {@code header=NAME:VALUE}. Safe for use
 * by many threads.
 */
record ExplainHandler(String kind, String name, Explainer explainer) implements Handler {
    private static final int MOST_HEADERS = 64;

    /** What one process knows of a URL, as members of a JSON object. */
    @FunctionalInterface
    interface Explainer {
        Map<String, @Nullable Object> explain(PurgeUrlPattern url, boolean secure, Headers headers);
    }

    static ExplainHandler of(String name, FrontEnd frontEnd) {
        return new ExplainHandler(
                "front-end",
                name,
                (url, secure, headers) ->
                        JsonWriter.object("routing", frontEnd.explain(url.object(), withHost(url, headers))));
    }

    /** Explains the answers of a node; {@code listening} is null if it answers no clients. */
    static ExplainHandler of(
            String name, ObjectSpaceNode space, ServedContent served, @Nullable ClientListeners listening) {
        return new ExplainHandler("node", name, (url, secure, headers) -> {
            String object = url.object();
            String query = object.substring(url.path().length()).replaceFirst("\\?", "");
            MatchedRules rules = served.matched(url.host(), url.path(), query);
            String target = rules.target();
            UrlExplanation found = target == null ? null : space.explain(targets(served, url, secure, target), headers);
            FrontEnd frontEnd = listening == null ? null : listening.frontEnd();
            return JsonWriter.object(
                    "rules", rules.lines(),
                    "answer", found == null ? "rule" : found.answer(),
                    "because", found == null ? rules.lines().getLast() : found.because(),
                    "lease", space.mayServe(),
                    "objects", found == null ? List.of() : found.variants(),
                    "decisions", found == null ? List.of() : found.decisions(),
                    "routing", frontEnd == null ? null : frontEnd.explain(object, withHost(url, headers)));
        });
    }

    /** The objects of a URL: of responses that are held for both schemes, those of its own. */
    private static List<PurgeTarget> targets(ServedContent served, PurgeUrlPattern url, boolean secure, String target) {
        String host = url.host();
        String named = host == null ? target : (secure ? "https://" : "http://") + host + target;
        List<PurgeTarget> all = served.purgeKeys().of(new PurgeSelector.Url(named));
        String other = secure ? "http://" : "https://";
        return host == null
                ? all
                : all.stream()
                        .filter(one -> !(one instanceof PurgeTarget.Key key)
                                || !key.key().startsWith(other))
                        .toList();
    }

    private static Headers withHost(PurgeUrlPattern url, Headers headers) {
        String host = url.host();
        return host == null || headers.contains("Host") ? headers : headers.plus("Host", host);
    }

    @Override
    public Response handle(Request request) {
        String url = request.query().first("url");
        List<String> given = request.query().all("header");
        try {
            if (url == null || given.size() > MOST_HEADERS) {
                throw new IllegalArgumentException(
                        "expected ?url=URL, and at most " + MOST_HEADERS + " times header=NAME:VALUE");
            }
            Headers headers = Headers.empty();
            for (String header : given) {
                int colon = header.indexOf(':');
                if (colon <= 0) {
                    throw new IllegalArgumentException("header \"" + header + "\"; expected NAME:VALUE");
                }
                headers = headers.plus(
                        header.substring(0, colon), header.substring(colon + 1).strip());
            }
            boolean secure = url.regionMatches(true, 0, "https:", 0, 6);
            Map<String, @Nullable Object> object = JsonWriter.object("kind", kind, "name", name, "url", url);
            object.putAll(explainer.explain(PurgeUrlPattern.parse(url), secure, headers));
            byte[] text = (JsonWriter.write(object) + "\n").getBytes(StandardCharsets.UTF_8);
            return Response.bytes("application/json", text);
        } catch (IllegalArgumentException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        }
    }
}
