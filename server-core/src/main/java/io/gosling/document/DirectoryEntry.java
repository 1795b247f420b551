package io.gosling.document;

import java.time.Instant;

/** An entry of a directory that is served; its name is decoded, and a directory has no meaningful size. */
public record DirectoryEntry(String name, boolean directory, long bytes, Instant lastModified) {}
