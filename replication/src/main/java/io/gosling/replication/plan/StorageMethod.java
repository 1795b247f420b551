package io.gosling.replication.plan;

/** What a home knows of the room of its co-op servers when it decides (DC-Apache, section 3.2). */
public enum StorageMethod {
    /** Nothing: the least loaded server gets the copy, evicts what it must, and nobody hears of it. */
    NAIVE,
    /** A server says what it evicted, and the home takes that copy off its list. */
    DELETION_AWARE,
    /** The home counts the bytes that it has given each server and never plans beyond its quota. */
    RESOURCE_AWARE
}
