package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;

/**
 * A response that was found in the repository, which no known purge selects.
 *
 * @param variant the part of its key that distinguishes it from others of its URL; empty for the only one
 * @param body not to be changed
 */
public record RepositoryResponse(StoredResponseHead reply, String variant, byte[] body) {}
