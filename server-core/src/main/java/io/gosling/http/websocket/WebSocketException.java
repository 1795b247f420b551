package io.gosling.http.websocket;

import java.io.IOException;

/**
 * Reports that a client broke the WebSocket protocol or exceeded a limit: the connection ends with this status code.
 */
public final class WebSocketException extends IOException {
    private final int code;

    WebSocketException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** The status code of the close frame (RFC 6455, section 7.4). */
    public int code() {
        return code;
    }
}
