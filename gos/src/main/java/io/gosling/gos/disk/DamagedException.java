package io.gosling.gos.disk;

import java.io.IOException;

/** There are other bytes than were written. */
final class DamagedException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedException(String message) {
        super(message);
    }
}
