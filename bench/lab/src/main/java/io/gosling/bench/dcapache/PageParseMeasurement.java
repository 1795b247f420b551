package io.gosling.bench.dcapache;

import io.gosling.replication.graph.PageLinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures the speed of parsing pages: those of a directory, as many as fit, again and again on one thread, after a
 * warm-up of the same length.
 */
record PageParseMeasurement(double seconds) {
    private static final String TYPE = "text/html; charset=utf-8";
    private static final long MOST_BYTES = 64 << 20;

    /** @param links of all pages, each page once */
    record Speed(String site, int pages, long bytes, long links, double megabytesPerSecond) {}

    Speed of(Path directory) throws IOException {
        List<byte[]> pages = pages(directory);
        long bytes = pages.stream().mapToLong(page -> page.length).sum();
        long links = pages.stream()
                .mapToLong(page -> PageLinks.of(page, TYPE).links().size())
                .sum();
        parse(pages);
        return new Speed(String.valueOf(directory.getFileName()), pages.size(), bytes, links, parse(pages));
    }

    private static List<byte[]> pages(Path directory) throws IOException {
        List<byte[]> pages = new ArrayList<>();
        long bytes = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".html") && Files.isRegularFile(one))
                    .sorted()
                    .toList()) {
                bytes += Files.size(file);
                if (bytes > MOST_BYTES) {
                    break;
                }
                pages.add(Files.readAllBytes(file));
            }
        }
        return pages;
    }

    /** Megabytes (10^6 bytes) a second. */
    private double parse(List<byte[]> pages) {
        long began = System.nanoTime();
        long until = began + (long) (seconds * 1e9);
        long bytes = 0;
        long found = 0;
        while (!pages.isEmpty() && System.nanoTime() - until < 0) {
            for (byte[] page : pages) {
                found += PageLinks.of(page, TYPE).links().size();
                bytes += page.length;
                if (System.nanoTime() - until >= 0) {
                    break;
                }
            }
        }
        if (found < 0) {
            throw new IllegalStateException("links: " + found);
        }
        return bytes / 1e6 / ((System.nanoTime() - began) / 1e9);
    }
}
