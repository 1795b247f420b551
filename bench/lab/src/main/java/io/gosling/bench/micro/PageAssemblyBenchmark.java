package io.gosling.bench.micro;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.page.PageLinkAnalysis;
import io.gosling.replication.page.PageLinkTemplate;
import io.gosling.replication.page.SiteLinkConstraints;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Measures the cost of assembling a page in which every link is chosen, compared with a copy of its bytes. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PageAssemblyBenchmark extends TimedBenchmark {
    private static final String TYPE = "text/html; charset=utf-8";
    private static final String COPY = "http://b.example:8080/~migrate/17/a.example:8080";

    /** Images of the page; each brings some 120 bytes of text along. */
    @Param({"10", "100", "1000"})
    public int links;

    private PageLinkTemplate places = prepared(new byte[0]);
    private byte[][] before = {};
    private ByteBuf bytes = PooledByteBufAllocator.DEFAULT.buffer();

    @Setup
    public void preparePage() {
        StringBuilder html = new StringBuilder("<!doctype html><title>page</title>");
        for (int i = 0; i < links; i++) {
            html.append("<p>Some words before <img src=\"image/" + i % 100 + ".png\" alt=\"an image\"> and ");
            html.append("<em>some</em> more words after it, until the paragraph ends.\n");
        }
        byte[] written = html.toString().getBytes(StandardCharsets.UTF_8);
        bytes.writeBytes(written);
        places = prepared(written);
        before = new byte[places.size()][];
        Arrays.fill(before, PageLinkTemplate.written(COPY));
    }

    private static PageLinkTemplate prepared(byte[] page) {
        PageLinks found = PageLinks.of(page, TYPE);
        SiteFile file =
                new SiteFile("/page.html", TYPE, new FileStamp(page.length, 1, ""), SiteFile.Reading.READ, found);
        LinkGraph graph = LinkGraph.of(Stream.iterate(0, i -> i < 100, i -> i + 1)
                .map(i -> new SiteFile(
                        "/image/" + i + ".png", "image/png", new FileStamp(1, 1, ""), SiteFile.Reading.NO_PAGE, null))
                .toList());
        return PageLinkTemplate.of(
                PageLinkAnalysis.of(file, found, SiteLinkConstraints.of(graph, Set.of(), LinkRuleSettings.safe())));
    }

    @TearDown
    public void releasePage() {
        bytes.release();
    }

    @Benchmark
    public int everyLinkChosen() {
        ByteBuf sent = places.write(bytes, before, PooledByteBufAllocator.DEFAULT.directBuffer(places.room(before)));
        int length = sent.readableBytes();
        sent.release();
        return length;
    }

    @Benchmark
    public int copied() {
        ByteBuf sent = PooledByteBufAllocator.DEFAULT.buffer(bytes.readableBytes());
        sent.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
        int length = sent.readableBytes();
        sent.release();
        return length;
    }
}
