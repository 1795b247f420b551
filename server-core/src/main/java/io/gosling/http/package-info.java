/**
 * Requests, responses and handlers: HTTP as an application sees it, with headers, cookies, query parameters, forms,
 * sessions, content negotiation and server-sent events.
 *
 * <p>Start at {@link Handler}, {@link Request} and {@link Response}; {@link Filter} wraps handlers, {@link Headers}
 * holds headers. {@link CompletedResponseListener} is the port through which a server reports responses. Depends on
 * io.gosling.document and io.gosling.common only; knows no channel and no cluster. Its subpackages depend on it, never
 * the reverse.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.http;

import org.jspecify.annotations.NullMarked;
