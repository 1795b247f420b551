package io.gosling.gos.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.CacheSettings;
import io.gosling.gos.space.InProcessCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A site that is crawled again and again in shuffled orders, round robin over three nodes whose memories together hold
 * three quarters of it: two thirds of what a node does not hold itself, another one does, as long as memories keep
 * different objects.
 */
class CrawlTest {
    private static final int OBJECTS = 1000;
    private static final int PASSES = 4;
    private static final Duration BETWEEN = Duration.ofMillis(4);

    private final InProcessCluster cluster = new InProcessCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 250, 100_000})
    void mostOfWhatANodeDoesNotHoldComesFromOtherNodesMemory(int requestsBetweenReports) {
        crawl(new Random(requestsBetweenReports), requestsBetweenReports, 0.6);
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 250})
    void answersThatComeTooLateCostNoMoreThanThemselves(int requestsBetweenReports) {
        Random random = new Random(requestsBetweenReports);
        cluster.isLate = () -> random.nextInt(10) == 0;
        crawl(random, requestsBetweenReports, 0.555);
    }

    private void crawl(Random random, int between, double least) {
        List<String> paths = site(random);
        int requests = 0;
        for (int pass = 1; pass <= PASSES; pass++) {
            Map<String, Integer> from = new TreeMap<>();
            Collections.shuffle(paths, random);
            for (String path : paths) {
                var member = List.copyOf(cluster.members.values()).get(requests % 3);
                from.merge(member.get(path).split(" ")[0], 1, Integer::sum);
                cluster.ticker.advance(BETWEEN);
                if (++requests % between == 0) {
                    cluster.report();
                }
            }
            double share =
                    from.getOrDefault("peer-memory", 0) / (double) (OBJECTS - from.getOrDefault("local-memory", 0));
            assertTrue(pass == 1 || share >= least, "pass " + pass + ": share " + share + " of " + from);
        }
    }

    private List<String> site(Random random) {
        List<byte[]> files = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < OBJECTS; i++) {
            byte[] file = new byte[(int) Math.exp(5 + 4 * random.nextDouble())];
            random.nextBytes(file);
            files.add(file);
            bytes += file.length + InMemoryObject.OVERHEAD + 200;
        }
        long memory = bytes / 4;
        for (String name : List.of("n1", "n2", "n3")) {
            var member = cluster.add(name, settings -> settings.withCache(CacheSettings.of(memory)));
            for (int i = 0; i < OBJECTS; i++) {
                member.files.write("/" + i, files.get(i));
            }
        }
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            paths.add("/" + i);
        }
        return paths;
    }
}
