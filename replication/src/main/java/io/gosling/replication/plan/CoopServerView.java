package io.gosling.replication.plan;

/**
 * The last known state of a co-op server, as its home sees it.
 *
 * @param name the server's public address
 * @param quota bytes that it would hold for this home: its quota minus the bytes that it holds for others
 * @param heardNanos time of the last report, by the receiver's own ticker
 */
public record CoopServerView(String name, ServerLoad load, long quota, long heardNanos) {}
