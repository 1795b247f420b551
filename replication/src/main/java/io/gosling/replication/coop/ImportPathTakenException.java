package io.gosling.replication.coop;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown when the directory for copies is in use by another running server. */
public final class ImportPathTakenException extends IOException {
    private static final long serialVersionUID = 1;

    ImportPathTakenException(Path directory) {
        super("another server keeps its copies in " + directory
                + "; expected a directory of this one's own in replication.import-path");
    }
}
