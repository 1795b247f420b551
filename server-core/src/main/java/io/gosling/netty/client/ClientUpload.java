package io.gosling.netty.client;

import java.io.InputStream;

/**
 * A request's body, read while it is sent, on the thread of the caller of {@link HttpClient}.
 *
 * @param bytes read to its end unless the response comes first; stays its owner's
 * @param length in bytes, or -1 to send it in chunks
 */
public record ClientUpload(InputStream bytes, long length) {}
