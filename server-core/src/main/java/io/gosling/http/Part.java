package io.gosling.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One part of a multipart form (RFC 7578). Used by the request's thread, while the request is not done. */
public interface Part {
    /** The field's name in the form. */
    String name();

    /**
     * The name of the file on the client's machine, without directories, or null where it is no file. Whatever the client
     * says: not a name to make a file by.
     */
    @Nullable
    String fileName();

    /** The part's header fields; octets beyond ASCII are one character each. */
    Headers headers();

    /** The part's media type, or null when there is none or it is malformed. */
    default @Nullable MediaType contentType() {
        String type = headers().first("Content-Type");
        return type == null ? null : MediaType.parse(type);
    }

    /** Bytes, or -1 where they are read while they come. */
    long length();

    /**
     * The bytes. Of a part that is read while it comes, once.
     *
     * @throws IOException when a temporary file cannot be read
     */
    InputStream open() throws IOException;

    /**
     * Puts the bytes into a file, which is made or replaced.
     *
     * @throws IOException when that fails
     */
    void saveTo(Path file) throws IOException;
}
