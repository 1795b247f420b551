package io.gosling.replication.plan;

/**
 * What a home last heard of a co-op server.
 *
 * @param name the server's public address
 * @param load its load figure
 * @param quota bytes that it would hold for this home: its quota less what it holds for others
 * @param heardNanos when, by the hearer's own ticker
 */
public record ServerView(String name, LoadFigure load, long quota, long heardNanos) {}
