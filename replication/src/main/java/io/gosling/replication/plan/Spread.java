package io.gosling.replication.plan;

/** How many copies of a document links may lead to (DC-Apache, figure 3). */
public enum Spread {
    /** One, away from home: every link leads there. */
    MIGRATION,
    /** Any number, besides the original: each response chooses. */
    REPLICATION
}
