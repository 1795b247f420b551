package io.gosling.bench.packet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The files of the sets with the frequency of requests for each. The paper's log is lost: sizes and weights are drawn,
 * the same every time, so that the mean size of a request is the paper's 108.5 KB.
 */
record DocumentSetFiles(List<Integer> sizes, List<Integer> weights) {
    static final double MEAN = 108.5 * 1024;

    private static final int FILES = 100;
    private static final int KB_2 = 2048;
    /** Zipf's exponent for logs of servers of that time (Arlitt and Williamson 1996 found 0.8 and more). */
    private static final double ALPHA = 0.9;

    private static final double SPREAD = 1.2;
    private static final int HEAVIEST = 10_000;

    static DocumentSetFiles drawn() {
        Random random = new Random(1999);
        double[] drawn = new double[FILES];
        List<Integer> weights = new ArrayList<>();
        double asked = 0;
        double all = 0;
        for (int i = 0; i < FILES; i++) {
            int weight = (int) Math.max(1, Math.round(HEAVIEST / Math.pow(i + 1, ALPHA)));
            weights.add(weight);
            drawn[i] = Math.exp(SPREAD * random.nextGaussian());
            asked += weight * drawn[i];
            all += weight;
        }
        List<Integer> sizes = new ArrayList<>();
        for (double one : drawn) {
            sizes.add((int) Math.max(1, Math.round(one * MEAN * all / asked)));
        }
        return new DocumentSetFiles(sizes, weights);
    }

    double mean() {
        double asked = 0;
        double all = 0;
        for (int i = 0; i < sizes.size(); i++) {
            asked += (double) weights.get(i) * sizes.get(i);
            all += weights.get(i);
        }
        return asked / all;
    }

    Path write(Path folder) throws IOException {
        Path site = Files.createDirectory(folder.resolve("site"));
        Random random = new Random(1);
        Files.write(site.resolve("0.bin"), new byte[0]);
        Files.write(site.resolve("2.bin"), noise(random, KB_2));
        Files.createDirectory(site.resolve("log"));
        for (int i = 0; i < sizes.size(); i++) {
            Files.write(site.resolve("log").resolve(i + ".bin"), noise(random, sizes.get(i)));
        }
        return Files.writeString(folder.resolve("node.yaml"), "sites:\n  - name: main\n    roots: " + site + "\n");
    }

    private static byte[] noise(Random random, int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    /** The arguments of {@code gosling load}: addresses with their weights. */
    List<String> urls(String server, DocumentSet set) {
        List<String> urls = new ArrayList<>();
        switch (set) {
            case EMPTY -> urls.add(server + "/0.bin");
            case KB_2 -> urls.add(server + "/2.bin");
            case LOG, MADE -> {
                for (int i = 0; i < sizes.size(); i++) {
                    String path = set == DocumentSet.LOG ? "/log/" + i + ".bin" : "/" + sizes.get(i);
                    urls.add(server + path + "=" + weights.get(i));
                }
            }
            case BYTES -> throw new IllegalArgumentException("not asked for by HTTP: " + set.title);
        }
        return urls;
    }
}
