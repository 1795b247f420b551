package io.gosling.replication.plan;

/** A home's knowledge of the room at its co-op servers when it decides (DC-Apache, section 3.2). */
public enum StorageMethod {
    /** None: the least loaded server gets the copy, evicts what it must, and reports nothing. */
    NAIVE,
    /** A server reports evictions, and the home removes these copies from its plan. */
    DELETION_AWARE,
    /** The home counts the bytes that it has given each server and never plans beyond its quota. */
    RESOURCE_AWARE
}
