package io.gosling.netty.client;

import java.io.InputStream;

/**
 * A request's body that is read while it is sent, on the thread of the caller of {@link HttpClient}.
 *
 * @param bytes read to its end; closed, perhaps by another thread, when the response comes first
 * @param length in bytes, or -1 when it is not known beforehand: then it is sent in chunks
 */
public record ClientUpload(InputStream bytes, long length) {}
