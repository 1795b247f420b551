/**
 * The HTTP/1.1 client for virtual threads, and the pool of keep-alive connections per event loop and address behind it.
 *
 * <p>Start at {@link io.gosling.netty.client.HttpClient} for blocking requests and at {@link
 * io.gosling.netty.client.ConnectionPool} for channels, as the front-end's relay takes them; {@link
 * io.gosling.netty.client.ConnectionSource} is what it has in common with HTTP/2. {@link
 * io.gosling.netty.client.HostResolver} knows the addresses of names, and {@link
 * io.gosling.netty.client.HostConnector} connects to them. Independent of the server.
 */
@NullMarked
package io.gosling.netty.client;

import org.jspecify.annotations.NullMarked;
