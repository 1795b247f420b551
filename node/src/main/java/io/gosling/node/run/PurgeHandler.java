package io.gosling.node.run;

import io.gosling.common.JsonWriter;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.purge.PurgeUrlPattern;
import io.gosling.http.FormLimits;
import io.gosling.http.Handler;
import io.gosling.http.Parameters;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeRequest.Strength;
import io.gosling.purge.message.PurgeSelector;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Handles purge requests, and answers them in JSON: 200 when it is certain that no node will serve what it had of the
 * purged objects before, 207 when this is not certain for every node. Blocks; safe for use by many threads.
 */
record PurgeHandler(ObjectSpaceNode space) {
    /** A timeout above two deadlines of the longest lease. */
    private static final long TIMEOUT_SECONDS = 130;

    private static final List<String> FIELDS = List.of("url", "prefix", "host", "tag", "soft", "dry-run");

    /** Form limits that are large enough to count the entries of a purge with too many. */
    private static final FormLimits LIMITS =
            new FormLimits(100_000, 1 << 20, 8 << 10, 0, 0, Path.of(System.getProperty("java.io.tmpdir")));

    /** {@code POST /purge} of the admin port, with a form: url, prefix, host and tag, repeatable; soft, dry-run. */
    Handler form() {
        return request -> {
            if (!request.rawQuery().isEmpty()) {
                return expectedForm();
            }
            PurgeRequest purge;
            boolean dryRun;
            try {
                Parameters form = request.form(LIMITS).fields();
                purge = read(form);
                dryRun = isTrue(form, "dry-run");
            } catch (IllegalArgumentException e) {
                return Response.text(e.getMessage() + "\n").withStatus(400);
            } catch (StatusException e) {
                return e.status() == 415
                        ? expectedForm()
                        : Response.text(e.getMessage() + "\n").withStatus(e.status());
            }
            if (dryRun) {
                String self = space.self().name();
                return json(200, JsonWriter.object("held", space.countPurged(purge), "node", self));
            }
            return answer(purge);
        };
    }

    Response url(Request request) throws IOException {
        String host = request.headers().first("Host");
        String query = request.rawQuery();
        String target = request.rawPath() + (query.isEmpty() ? "" : "?" + query);
        String name = host == null || host.isEmpty() ? target : "http://" + host + target;
        try {
            PurgeRequest purge = new PurgeRequest(List.of(new PurgeSelector.Url(plain(name))), Strength.HARD);
            PurgeUrlPattern.require(purge);
            return answer(purge);
        } catch (IllegalArgumentException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        }
    }

    private static Response expectedForm() {
        return Response.text("expected a form: curl --data-urlencode 'url=/a' http://ADMIN/purge; there are " + FIELDS
                        + "\n")
                .withStatus(415);
    }

    private static PurgeRequest read(Parameters form) {
        for (String name : form.names()) {
            if (!FIELDS.contains(name)) {
                throw new IllegalArgumentException("\"" + name + "\" is no field of a purge; expected " + FIELDS
                        + "; if it is a part of a URL, send that by curl --data-urlencode 'url=...'");
            }
        }
        List<PurgeSelector> selectors = new ArrayList<>();
        form.all("url").forEach(name -> selectors.add(new PurgeSelector.Url(plain(name))));
        form.all("prefix").forEach(name -> selectors.add(new PurgeSelector.Prefix(plain(name))));
        form.all("host").forEach(name -> selectors.add(new PurgeSelector.Host(plain(name))));
        form.all("tag").forEach(name -> selectors.add(new PurgeSelector.Tag(name)));
        if (selectors.size() > PurgeRequest.MOST_SELECTORS) {
            throw new StatusException(
                    413,
                    "a purge of " + selectors.size() + " selectors; expected 1 to " + PurgeRequest.MOST_SELECTORS
                            + ": purge by prefix or tag, or in parts");
        }
        if (selectors.isEmpty()) {
            throw new IllegalArgumentException("nothing to purge; expected url, prefix, host or tag");
        }
        PurgeRequest purge = new PurgeRequest(selectors, isTrue(form, "soft") ? Strength.SOFT : Strength.HARD);
        PurgeUrlPattern.require(purge);
        return purge;
    }

    /** Refuses names that are not in normal form, which no object has. */
    private static String plain(String name) {
        if (name.endsWith("*") || name.startsWith("*")) {
            throw new IllegalArgumentException(
                    "\"" + name + "\": a star stands for itself in a purge, and for nothing else; expected a prefix"
                            + " without it for all that begins so (--prefix /img/, or the field prefix), which also"
                            + " means an object whose name ends with a star, or one host at a time");
        }
        return name;
    }

    private static boolean isTrue(Parameters form, String name) {
        String value = form.first(name, "false");
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException(name + ": \"" + value + "\"; expected true or false");
        }
        return value.equals("true");
    }

    private Response answer(PurgeRequest purge) throws IOException {
        long began = System.nanoTime();
        PurgeOutcome outcome;
        try {
            outcome = space.purge(purge).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a purge was under way");
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("a purge came to no end", e);
        }
        // Without a quorum no other node is asked.
        boolean asked = space.vouching() != null;
        return json(
                outcome.complete() ? 200 : 207,
                JsonWriter.object(
                        "complete", outcome.complete(),
                        "milliseconds", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began),
                        "acknowledged", List.copyOf(outcome.acknowledged()),
                        "silent", asked ? List.copyOf(outcome.silent()) : List.of(),
                        "unasked", asked ? List.of() : List.copyOf(outcome.silent()),
                        "detail", outcome.detail()));
    }

    private static Response json(int status, Map<String, ? extends @Nullable Object> said) {
        return Response.json(JsonWriter.write(said) + "\n").withStatus(status).with("Cache-Control", "no-store");
    }
}
