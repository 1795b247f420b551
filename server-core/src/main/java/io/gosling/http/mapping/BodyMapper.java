package io.gosling.http.mapping;

import io.gosling.http.MediaType;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads request bodies as objects and writes objects as response bodies, by a library of the application's:
 *
 * {@snippet :
 * ObjectMapper jackson = new ObjectMapper();
 * BodyMapper json = BodyMapper.json(jackson::readValue, jackson::writeValueAsBytes);
 * routes.post("/users", request -> json.response(users.add(json.read(request, User.class))));
 * }
 *
 * <p>Immutable. Safe for use by many threads if the library is.
 *
 * @param mediaType of the bodies, without parameters
 */
public record BodyMapper(String mediaType, Reader reader, Writer writer) {
    /** Reads a whole body as an object. */
    @FunctionalInterface
    public interface Reader {
        /** @throws Exception when the bytes are malformed or no such object; the client is answered 400 */
        <T> @Nullable T read(byte[] body, Class<T> type) throws Exception;
    }

    /** Writes an object as a whole body. */
    @FunctionalInterface
    public interface Writer {
        /** @throws Exception when it cannot be written; the client is answered 500 */
        byte[] write(Object value) throws Exception;
    }

    /** Creates a mapper for JSON. */
    public static BodyMapper json(Reader reader, Writer writer) {
        return new BodyMapper("application/json", reader, writer);
    }

    /**
     * Reads a request's body, which is bounded by the server's body limit.
     *
     * @throws StatusException 415 when it has another media type (for JSON, {@code +json} is accepted), 400 when it is
     *     malformed, with the library's exception as the cause, or null
     * @throws IOException when the body breaks off
     */
    public <T> T read(Request request, Class<T> type) throws IOException {
        MediaType sent = request.contentType();
        boolean isJson = mediaType.equals("application/json");
        if (sent == null || !(sent.is(mediaType) || isJson && sent.subtype().endsWith("+json"))) {
            throw new StatusException(415, "the body must be " + mediaType);
        }
        byte[] body = request.body().readAllBytes();
        T value;
        try {
            value = reader.read(body, type);
        } catch (Exception e) {
            throw new StatusException(400, "the body is malformed or has other members than expected", e);
        }
        if (value == null) {
            throw new StatusException(400, "the body is null");
        }
        return value;
    }

    /** Returns 200 with an object as the body. */
    public Response response(Object value) throws Exception {
        return Response.bytes(mediaType, writer.write(value));
    }
}
