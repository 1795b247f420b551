package io.gosling.tools.workload;

import io.gosling.tools.workload.DcApacheSite.Document;
import io.gosling.tools.workload.DcApacheSite.Link;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/**
 * Generates sites with the paper's numbers (DC-Apache, section 5.1) of documents, links and bytes. What it does not
 * give, the targets of links and the size of each document, is drawn, the same every time.
 */
public final class DcApacheSiteGenerator {
    /** The frequencies of a class's nine files, in SPECweb99. */
    private static final double[] WITHIN = {3.9, 5.9, 8.8, 17.7, 35.3, 11.8, 7.1, 5.0, 4.5};

    private static final long ENTRY_BYTES = 8 << 10;

    public static final Map<String, Supplier<DcApacheSite>> ALL = Collections.unmodifiableMap(new TreeMap<>(Map.of(
            "sequoia", DcApacheSiteGenerator::sequoia,
            "mapug", DcApacheSiteGenerator::mapug,
            "lod", DcApacheSiteGenerator::lod,
            "specweb", DcApacheSiteGenerator::specWeb)));

    private DcApacheSiteGenerator() {}

    /** Nine files each of up to 1, 10 and 100 KB, three longer ones: 1 027 897 bytes, and an index. */
    public static DcApacheSite specWeb() {
        List<Document> files = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        double[] classes = {35, 50, 14};
        long bytes = 0;
        for (int c = 0; c < classes.length; c++) {
            for (int i = 0; i < WITHIN.length; i++) {
                long size = Math.round(102.4 * Math.pow(10, c) * (i + 1));
                files.add(Document.leaf("/class" + c + "_" + i, size));
                weights.add(classes[c] * WITHIN[i] / 100);
                bytes += size;
            }
        }
        long rest = 1_027_897 - bytes;
        files.add(Document.leaf("/class3_0", rest / 5));
        files.add(Document.leaf("/class3_1", 2 * rest / 5));
        files.add(Document.leaf("/class3_2", rest - rest / 5 - 2 * rest / 5));
        weights.addAll(List.of(0.5, 0.3, 0.2));
        return indexed("specweb", files, weights, 1, 10);
    }

    /** 130 images of 1 to 2.8 MB, each asked for as often as any other, and an index. */
    public static DcApacheSite sequoia() {
        RandomGenerator random = random(7);
        List<Document> images = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            images.add(Document.leaf("/image" + i + ".jpg", random.nextLong(1_000_000, 2_800_000)));
            weights.add(1.0);
        }
        // A server sends seven of these a second, and is not idle with that.
        return indexed("sequoia", images, weights, 5, 0.5);
    }

    private static DcApacheSite indexed(
            String name, List<Document> leaves, List<Double> weights, double round, double idle) {
        List<Document> documents = new ArrayList<>();
        List<Link> links = IntStream.range(0, leaves.size())
                .mapToObj(i -> new Link(i + 1, weights.get(i)))
                .toList();
        documents.add(new Document("/index.html", ENTRY_BYTES, List.of(), links));
        documents.addAll(leaves);
        return new DcApacheSite(name, documents, round, idle);
    }

    /** An archive of mails: 1534 documents, 28 998 links, 5 918 KB; six images, four to six on each page. */
    public static DcApacheSite mapug() {
        RandomGenerator random = random(11);
        int images = 6;
        int pages = 1534 - images;
        List<List<Integer>> shows = new ArrayList<>();
        int shown = 0;
        for (int page = 0; page < pages; page++) {
            int count = random.nextInt(4, 7);
            shown += count;
            shows.add(IntStream.range(0, count)
                    .map(image -> pages + image)
                    .boxed()
                    .toList());
        }
        return linked("mapug", 5_918L << 10, shows, 28_998 - shown, images, random);
    }

    /** A guide to a game: 349 documents, of which 240 images, 1433 links, 750 KB. */
    public static DcApacheSite lod() {
        RandomGenerator random = random(13);
        int images = 240;
        int pages = 349 - images;
        List<List<Integer>> shows = new ArrayList<>();
        int next = 0;
        for (int page = 0; page < pages; page++) {
            List<Integer> here = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                here.add(pages + next++ % images);
            }
            shows.add(here);
        }
        return linked("lod", 750L << 10, shows, 1433 - 8 * pages, images, random);
    }

    /** Pages come first, then their assets. Links lead to the next page, to the previous one, and to pages nearby. */
    private static DcApacheSite linked(
            String name, long bytes, List<List<Integer>> shows, int links, int images, RandomGenerator random) {
        int pages = shows.size();
        double[] weights = new double[pages + images];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Math.exp(random.nextGaussian() * 0.7);
            sum += weights[i];
        }
        List<Document> documents = new ArrayList<>();
        int left = links;
        long bytesLeft = bytes;
        for (int i = 0; i < weights.length; i++) {
            boolean last = i == weights.length - 1;
            long size = last ? Math.max(1, bytesLeft) : Math.max(1, (long) (weights[i] / sum * bytes));
            bytesLeft -= size;
            if (i < pages) {
                int count = left / (pages - i);
                left -= count;
                documents.add(new Document(
                        i == 0 ? "/index.html" : "/page" + i + ".html",
                        size,
                        shows.get(i),
                        leading(i, count, pages, random)));
            } else {
                documents.add(Document.leaf("/image" + (i - pages) + ".png", size));
            }
        }
        return new DcApacheSite(name, documents, 1, 10);
    }

    private static List<Link> leading(int from, int count, int pages, RandomGenerator random) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int to = i == 0
                    ? from + 1
                    : i == 1 ? from + pages - 1 : from == 0 ? random.nextInt(pages) : from + random.nextInt(1, 100);
            links.add(new Link(to % pages, 1));
        }
        return links;
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
