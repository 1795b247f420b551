package io.gosling.gos.repository;

/** The point at which a change is acknowledged. */
public enum AcknowledgementLevel {
    /** Once the home has it; copies elsewhere are not invalidated, and may be given for {@code repository.copy-age}. */
    HOME,
    /** Once the home has it; the invalidation of copies elsewhere is sent, and not waited for. */
    HOLDERS,
    /** Once, in addition, no node answers with the previous version. */
    EVERYWHERE
}
