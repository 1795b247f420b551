/**
 * TLS for a server: certificates and keys from PEM files, chosen by the name that a client asks for, exchanged while the
 * server runs; ticket keys that rotate; BoringSSL or the JDK.
 *
 * <p>Of Gosling it knows {@code io.gosling.document} only. Nothing here is loaded while TLS is off.
 */
@NullMarked
package io.gosling.netty.tls;

import org.jspecify.annotations.NullMarked;
