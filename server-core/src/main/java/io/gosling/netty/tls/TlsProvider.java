package io.gosling.netty.tls;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;

/** The implementation of TLS and its cryptography. */
public enum TlsProvider {
    /** BoringSSL where its native library is there and works, the JDK otherwise. */
    AUTO,
    /** BoringSSL, through netty-tcnative. */
    BORINGSSL,
    JDK;

    /**
     * Returns the provider to use; never {@link #AUTO}. Loads the native library unless the JDK was chosen.
     *
     * @throws IllegalStateException when BoringSSL was chosen and is missing on this machine; says why
     */
    TlsProvider chosen() {
        return switch (this) {
            case JDK -> JDK;
            case AUTO -> OpenSsl.isAvailable() ? BORINGSSL : JDK;
            case BORINGSSL -> {
                if (!OpenSsl.isAvailable()) {
                    throw new IllegalStateException(
                            "BoringSSL is not available here: " + OpenSsl.unavailabilityCause() + "; use auto or jdk",
                            OpenSsl.unavailabilityCause());
                }
                yield BORINGSSL;
            }
        };
    }

    /** Returns Netty's reference-counted provider, so that a context is freed with its last connection. */
    SslProvider netty() {
        return this == JDK ? SslProvider.JDK : SslProvider.OPENSSL_REFCNT;
    }

    String label() {
        return this == JDK ? "JDK" : "BoringSSL";
    }
}
