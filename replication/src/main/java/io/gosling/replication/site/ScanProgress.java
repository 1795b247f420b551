package io.gosling.replication.site;

/**
 * The progress of a scan.
 *
 * @param parsed pages and styles that were read, because they were new or had changed
 */
public record ScanProgress(int files, int ofFiles, int parsed) {}
