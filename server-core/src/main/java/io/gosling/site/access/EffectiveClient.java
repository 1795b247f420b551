package io.gosling.site.access;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Who asked, and by what, as the connection or a trusted proxy has it.
 *
 * @param client null where it is not known
 * @param secure whether it asked by HTTPS
 * @param byProxy whether it asked at a proxy, so that the port here is none that it knows
 */
public record EffectiveClient(@Nullable InetAddress client, boolean secure, boolean byProxy) {}
