package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.disk.StoredRecord;

/**
 * A stored response of an origin that was found on disk: not usable before its origin has revalidated it. Its bytes are
 * read afterwards, by {@link ResponseMemory#revive}.
 */
public record DiskResponse(StoredResponseHead reply, StoredRecord record) {}
