package io.gosling.site.access;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The client of a request and the scheme that it used, as the connection or a trusted proxy has it.
 *
 * @param client null where it is not known
 * @param secure whether it used HTTPS
 * @param byProxy whether it connected to a proxy, so that it does not know the port here
 */
public record EffectiveClient(@Nullable InetAddress client, boolean secure, boolean byProxy) {}
