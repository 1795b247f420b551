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
     * Returns the name of the file on the client's machine, without directories, or null where it is not a file. The
     * client chooses the name: do not use it to create a file.
     */
    @Nullable
    String fileName();

    /** The part's headers; octets beyond ASCII are one character each. */
    Headers headers();

    /** The part's media type, or null when there is none or it is malformed. */
    default @Nullable MediaType contentType() {
        String type = headers().first("Content-Type");
        return type == null ? null : MediaType.parse(type);
    }

    /** Returns the length in bytes, or -1 where the bytes are read while they arrive. */
    long length();

    /**
     * Returns the bytes. A part that is read while it arrives can be opened once.
     *
     * @throws IOException when a temporary file cannot be read
     */
    InputStream open() throws IOException;

    /**
     * Writes the bytes into a file, which is created or replaced.
     *
     * @throws IOException when that fails
     */
    void saveTo(Path file) throws IOException;
}
