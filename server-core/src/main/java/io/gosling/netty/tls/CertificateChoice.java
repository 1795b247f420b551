package io.gosling.netty.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;

/** Reads the client's first message and puts the TLS stage with the right certificate in its own place. */
final class CertificateChoice extends SniHandler {
    CertificateChoice(Tls tls, TlsSettings settings) {
        super(
                tls::acquire,
                settings.get(TlsSettings.HELLO),
                settings.get(TlsSettings.HANDSHAKE_TIME).toMillis());
    }

    /** The context comes retained; the stage releases it. */
    @Override
    protected SslHandler newSslHandler(SslContext context, ByteBufAllocator allocator) {
        try {
            return super.newSslHandler(context, allocator);
        } finally {
            ReferenceCountUtil.release(context);
        }
    }
}
