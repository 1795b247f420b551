package io.gosling.replication.site;

/**
 * How far a scan is.
 *
 * @param files looked at so far
 * @param ofFiles how many there are
 * @param parsed pages and styles that were read, because they were new or had changed
 * @param parsedBytes bytes of those
 */
public record ScanProgress(int files, int ofFiles, int parsed, long parsedBytes) {}
