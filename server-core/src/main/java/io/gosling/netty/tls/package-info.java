/**
 * TLS for servers: certificates and keys from PEM files, selected by SNI and reloaded while the server runs; session
 * ticket keys that rotate; BoringSSL or the JDK as provider.
 *
 * <p>Start at Tls and {@link io.gosling.netty.tls.TlsSettings}. Depends on io.gosling.document and io.gosling.common
 * only, and is not loaded while TLS is off.
 */
@NullMarked
package io.gosling.netty.tls;

import org.jspecify.annotations.NullMarked;
