package io.gosling.gos.disk;

import java.io.IOException;

/** There are other bytes than were written. */
final class DamagedRecordException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedRecordException(String message) {
        super(message);
    }
}
