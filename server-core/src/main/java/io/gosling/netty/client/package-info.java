/**
 * The HTTP/1.1 client for virtual threads, and the pool of keep-alive connections per event loop and address behind it.
 *
 * <p>Start at {@link HttpClient} for blocking requests and at {@link ConnectionPool} for channels, as the front-end's
 * relay takes them; {@link RequestChannelPool} is what it has in common with HTTP/2. {@link HostResolver} knows the
 * addresses of names, and {@link HostConnector} connects to them. Independent of the server.
 */
@NullMarked
package io.gosling.netty.client;

import org.jspecify.annotations.NullMarked;
