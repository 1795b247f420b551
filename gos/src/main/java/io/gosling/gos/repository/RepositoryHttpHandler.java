package io.gosling.gos.repository;

import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP interface of the repository: {@code GET}, {@code HEAD}, {@code PUT} and {@code DELETE} of {@code
 * /objects/KEY}, the key percent-encoded. The entity tag is the version; If-Match and If-None-Match are conditions,
 * {@code Gosling-Ttl} is the remaining lifetime of an object in seconds, {@code Surrogate-Key} its tags, and {@code
 * Gosling-Visible: holders} requires no more than that the home has it. Blocks; safe for use by many threads.
 *
 * @param underWay the memory budget for the bodies of requests and responses
 */
public record RepositoryHttpHandler(ObjectRepository space, TransitMemoryBudget underWay) implements Handler {
    public static final String PREFIX = "/objects/";

    private static final String TTL = "Gosling-Ttl";
    private static final String VISIBLE = "Gosling-Visible";
    private static final String TAGS = "Surrogate-Key";
    private static final String BUSY = "too many bytes of objects are on their way (repository.in-flight-bytes)";
    private static final Pattern TAG = Pattern.compile("\"([0-9]{1,18})\"");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    @Override
    public Response handle(Request request) throws IOException {
        try {
            ObjectKey key = ObjectKey.parse(request.rawPath().substring(PREFIX.length()));
            return (switch (request.method()) {
                        case "GET", "HEAD" -> get(key, request);
                        case "PUT" -> put(key, request);
                        case "DELETE" -> remove(key, request.headers());
                        default -> Response.of(405).with("Allow", "GET, HEAD, PUT, DELETE");
                    })
                    .with("Cache-Control", "no-store");
        } catch (IllegalArgumentException e) {
            return said(400, String.valueOf(e.getMessage()));
        }
    }

    private Response get(ObjectKey key, Request request) {
        return switch (space.get(key)) {
            case GetResult.Found found -> {
                String etag = etag(found.version());
                boolean same = etag.equals(request.headers().first("If-None-Match"));
                int length = found.content().bytes().length;
                if (!same && !underWay.take(length)) {
                    yield said(503, BUSY);
                }
                if (!same) {
                    request.whenDone(() -> underWay.give(length));
                }
                Response response = same
                        ? Response.of(304)
                        : Response.bytes(
                                "application/octet-stream", found.content().bytes());
                Duration life = found.content().timeToLive();
                List<String> tags = found.content().tags();
                response = response.with("ETag", etag);
                response = life == null ? response : response.with(TTL, Long.toString(seconds(life)));
                yield tags.isEmpty() ? response : response.with(TAGS, String.join(" ", tags));
            }
            case GetResult.Missing missing -> said(404, "there is no object " + key);
            case GetResult.Unavailable unavailable -> said(503, unavailable.reason());
        };
    }

    private Response put(ObjectKey key, Request request) throws IOException {
        long length = length(request.headers());
        if (length > space.largest()) {
            return tooLarge();
        }
        if (!underWay.take(length)) {
            return said(503, BUSY);
        }
        try {
            byte[] bytes = request.body().readNBytes(space.largest() + 1);
            return bytes.length > space.largest() ? tooLarge() : put(key, request.headers(), bytes);
        } finally {
            underWay.give(length);
        }
    }

    /** The size of the body: the largest possible one, where the client does not state it. */
    private long length(Headers headers) {
        String length = headers.first("Content-Length");
        try {
            return length == null ? space.largest() : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return space.largest();
        }
    }

    private Response tooLarge() {
        return said(413, "an object of more than " + space.largest() + " bytes (repository.largest)");
    }

    private Response put(ObjectKey key, Headers headers, byte[] bytes) {
        StoredContent content = new StoredContent(bytes, tags(headers.joined(TAGS)), life(headers.first(TTL)));
        return switch (space.put(key, content, condition(headers), visible(headers))) {
            case PutResult.Stored stored -> Response.of(204).with("ETag", etag(stored.version()));
            case PutResult.Full full -> said(507, "the home of " + key + " is full");
            case PutResult.Conflict conflict -> conflict(key, conflict.version());
            case PutResult.Unavailable unavailable -> said(503, unavailable.reason());
        };
    }

    private Response remove(ObjectKey key, Headers headers) {
        return switch (space.remove(key, condition(headers), visible(headers))) {
            case RemoveResult.Removed removed -> Response.of(204);
            case RemoveResult.Missing missing ->
                headers.contains("If-Match") ? conflict(key, 0) : said(404, "there is no object " + key);
            case RemoveResult.Conflict conflict -> conflict(key, conflict.version());
            case RemoveResult.Unavailable unavailable -> said(503, unavailable.reason());
        };
    }

    private static Response conflict(ObjectKey key, long version) {
        Response said = said(412, "of " + key + " there is " + (version == 0 ? "none" : "version " + version));
        return version == 0 ? said : said.with("ETag", etag(version));
    }

    static ChangeCondition condition(Headers headers) {
        String match = headers.joined("If-Match");
        String none = headers.joined("If-None-Match");
        if (match != null && none != null) {
            throw new IllegalArgumentException("If-Match and If-None-Match; expected one of them");
        }
        if (none != null) {
            if (!none.equals("*")) {
                throw new IllegalArgumentException(
                        "If-None-Match: " + none + "; expected * for an object that is not there");
            }
            return ChangeCondition.absent();
        }
        if (match == null) {
            return ChangeCondition.any();
        }
        if (match.equals("*")) {
            return ChangeCondition.present();
        }
        var tag = TAG.matcher(match);
        if (!tag.matches()) {
            throw new IllegalArgumentException("If-Match: " + match + "; expected * or one version such as \"42\"");
        }
        return ChangeCondition.version(Long.parseLong(tag.group(1)));
    }

    private static AcknowledgementLevel visible(Headers headers) {
        String name = Objects.requireNonNullElse(headers.first(VISIBLE), "everywhere");
        return Stream.of(AcknowledgementLevel.values())
                .filter(visible -> visible.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(VISIBLE + ": " + name + "; expected everywhere, holders or home"));
    }

    private static @Nullable Duration life(@Nullable String seconds) {
        if (seconds == null) {
            return null;
        }
        if (!SECONDS.matcher(seconds).matches()) {
            throw new IllegalArgumentException(TTL + ": " + seconds + "; expected a number of seconds from 1");
        }
        return Duration.ofSeconds(Long.parseLong(seconds));
    }

    private static List<String> tags(@Nullable String field) {
        return field == null || field.isBlank()
                ? List.of()
                : List.of(field.strip().split("[ ,]+"));
    }

    private static long seconds(Duration life) {
        return life.plusMillis(999).toSeconds();
    }

    private static String etag(long version) {
        return "\"" + version + "\"";
    }

    private static Response said(int status, String text) {
        Response said = Response.text(text + "\n").withStatus(status);
        return status == 503 ? said.with("Retry-After", "1") : said;
    }
}
