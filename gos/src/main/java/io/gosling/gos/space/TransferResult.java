package io.gosling.gos.space;

/** The result of transferring an object from another node's memory into this one's. */
public enum TransferResult {
    KEPT,
    /** It was here already. */
    HELD,
    /** It came, and its count is not worth a place here. */
    REFUSED,
    /** The object there is of no use to the requester; its bytes were not transferred. */
    UNFIT,
    /** It did not come, as from a late holder; a retry may succeed. */
    LATE,
    /** The node does not have it. */
    MISSED
}
