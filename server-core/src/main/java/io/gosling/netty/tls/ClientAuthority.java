package io.gosling.netty.tls;

import java.nio.file.Path;

/**
 * The authorities that issue client certificates (mutual TLS).
 *
 * @param certificates PEM: the authorities whose certificates clients may present
 * @param required true if a client without a certificate is refused; otherwise one is requested and may have none
 */
public record ClientAuthority(Path certificates, boolean required) {}
