package io.gosling.replication.plan;

/** The number of copies of a document that links may lead to (DC-Apache, figure 3). */
public enum CopyPlacement {
    /** One, away from home: every link leads there. */
    MIGRATION,
    /** Any number, besides the original: each response chooses. */
    REPLICATION
}
