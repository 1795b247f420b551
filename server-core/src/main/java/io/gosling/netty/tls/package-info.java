/**
 * TLS for servers: certificates and keys from PEM files, selected by SNI and reloaded while the server runs; session
 * ticket keys that rotate; BoringSSL or the JDK as provider.
 *
 * <p>Between the processes of a cluster: certificates that come from the cluster's secret ({@link ClusterTls}).
 *
 * <p>Start at {@link ReloadingTlsContext} and {@link TlsSettings}. Depends on io.gosling.document, io.gosling.settings
 * and io.gosling.netty.limits only; while TLS is off no more than the settings are loaded.
 */
@NullMarked
package io.gosling.netty.tls;

import org.jspecify.annotations.NullMarked;
