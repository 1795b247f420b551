package io.gosling.replication.plan;

import java.util.Locale;

/** What a co-op evicts first. */
public enum StoreOrder {
    /** What was asked for longest ago. */
    LRU,
    /** What was asked for least often since it came; of these the oldest. */
    LFU;

    /** The name in configurations. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
