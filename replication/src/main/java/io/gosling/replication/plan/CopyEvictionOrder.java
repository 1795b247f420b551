package io.gosling.replication.plan;

/** The order in which a co-op evicts copies. */
public enum CopyEvictionOrder {
    /** The copy that was requested longest ago. */
    LRU,
    /** The copy that was requested least often since it was stored; of several the oldest. */
    LFU
}
