package io.gosling.http;

import io.gosling.common.BoundsCheck;
import java.nio.file.Path;

/**
 * Limits on a submitted form, within the server's limit for request bodies. Immutable; every bound is checked when it
 * is built.
 *
 * @param fields parameters, or parts, 1 to 100 000; more is answered 413
 * @param textBytes all text together, or an urlencoded form as it was sent, 0 B to 1 GiB; more is answered 413
 * @param partHeaderBytes the header of one part, 64 B to 1 MiB; more is answered 431
 * @param partBytes one file, 0 B to 1 TiB; more is answered 413
 * @param memoryBytes bytes of one file that are kept in memory, 0 B to 1 GiB; the rest of a larger one is in a
 *     temporary file
 * @param directory for temporary files, which are deleted when the request is done
 */
public record FormLimits(
        int fields, int textBytes, int partHeaderBytes, long partBytes, int memoryBytes, Path directory) {

    private static final int GIB = 1 << 30;

    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public FormLimits {
        BoundsCheck.require("fields", fields, 1, 100_000);
        BoundsCheck.require("textBytes", textBytes, 0, GIB);
        BoundsCheck.require("partHeaderBytes", partHeaderBytes, 64, 1 << 20);
        BoundsCheck.require("partBytes", partBytes, 0, 1L << 40);
        BoundsCheck.require("memoryBytes", memoryBytes, 0, GIB);
    }

    /**
     * The defaults: 1000 fields, 1 MiB of text, 8 KiB of header, files of 1 GiB with 64 KiB in memory, the system's
     * directory.
     */
    public static FormLimits defaults() {
        return new FormLimits(1000, 1 << 20, 8 << 10, GIB, 64 << 10, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Returns these limits with another maximum size of one file. */
    public FormLimits withPartBytes(long most) {
        return new FormLimits(fields, textBytes, partHeaderBytes, most, memoryBytes, directory);
    }

    /**
     * Returns these limits with another number of bytes of a file kept in memory, and another directory for the rest.
     */
    public FormLimits withMemory(int bytes, Path others) {
        return new FormLimits(fields, textBytes, partHeaderBytes, partBytes, bytes, others);
    }
}
