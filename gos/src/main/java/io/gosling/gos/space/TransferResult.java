package io.gosling.gos.space;

/** What came of bringing an object from another node's memory into this one's. */
public enum TransferResult {
    KEPT,
    /** It was here already. */
    HELD,
    /** It came, and its count is not worth a place here. */
    REFUSED,
    /** What is there is of no use to who asked; its bytes were not brought. */
    UNFIT,
    /** It did not come: the holder was late, or something else stood in the way. It may come if it is tried again. */
    LATE,
    /** It is not to be had there. */
    MISSED
}
