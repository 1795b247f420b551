package io.gosling.gos.hazelcast.tls;

import io.gosling.netty.tls.RefusalLog;
import java.io.EOFException;
import org.jspecify.annotations.Nullable;

/**
 * The end of a connection without a valid handshake. It extends the exception that Hazelcast takes for the usual end of
 * a connection, which it does not log with a stack trace: {@link RefusalLog} has said why.
 */
final class RefusedMemberException extends EOFException {
    private static final long serialVersionUID = 1;

    RefusedMemberException(String message, @Nullable Throwable cause) {
        super(message);
        if (cause != null) {
            initCause(cause);
        }
    }
}
