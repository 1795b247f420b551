package io.gosling.bench.micro;

import io.gosling.replication.graph.PageLinks;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Measures the cost of finding the links of a page that has one link a paragraph. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PageLinksBenchmark extends TimedBenchmark {
    /** Links of the page; each brings some 120 bytes of text along. */
    @Param({"10", "100", "1000"})
    public int links;

    private byte[] page = {};

    @Setup
    public void writePage() {
        StringBuilder html = new StringBuilder("<!doctype html><title>page</title>");
        for (int i = 0; i < links; i++) {
            html.append("<p>Some words before <a href=\"chapter/" + i + ".html?a=1&amp;b=2\">a link</a> and ");
            html.append("<em>some</em> more after it.\n");
        }
        page = html.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public PageLinks find() {
        return PageLinks.of(page, "text/html; charset=utf-8");
    }
}
