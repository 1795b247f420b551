package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.policy.RoutingKeyHash;
import io.gosling.dispatcher.settings.RoutingKeyRule;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** From objects that nodes hold to targets that a front-end sends them. */
class HeldRoutingKeyEstimatorTest {
    private static final ClusterMember N1 = ClusterMember.named("n1", 1);
    private static final ClusterMember N2 = ClusterMember.named("n2", 2);

    private static HeldObjectSummary object(String key, double count) {
        return new HeldObjectSummary(key, new AgedCount(count, 0), 100);
    }

    private static long[] targets(String... urls) {
        return java.util.Arrays.stream(urls).mapToLong(RoutingKeyHash::hash).toArray();
    }

    private static int count(Map<String, long[]> hints, String node) {
        return hints.getOrDefault(node, new long[0]).length;
    }

    @Test
    void theHottestAreLastSoThatTheyAreForgottenLast() {
        Map<ClusterMember, List<HeldObjectSummary>> lists = Map.of(
                N1, List.of(object("/a", 9), object("/b", 1)),
                N2, List.of(object("/c", 5)));
        Map<String, long[]> all = HeldRoutingKeyEstimator.of(lists, RoutingKeyRule.URL, 10, 1);
        assertArrayEquals(targets("/b", "/a"), all.get("n1"));
        assertArrayEquals(targets("/c"), all.get("n2"));
        Map<String, long[]> hottest = HeldRoutingKeyEstimator.of(lists, RoutingKeyRule.URL, 2, 1);
        assertArrayEquals(targets("/a"), hottest.get("n1"));
        assertArrayEquals(targets("/c"), hottest.get("n2"));
    }

    @Test
    void keysAreThePathsThatClientsAskFor() {
        assertEquals(List.of("/a/b.html"), HeldRoutingKeyEstimator.urls("/a/b.html"));
        assertEquals(List.of("/a/index.html", "/a/"), HeldRoutingKeyEstimator.urls("/a/index.html"));
        assertEquals(List.of("/index.html", "/"), HeldRoutingKeyEstimator.urls("/index.html"));
        assertEquals(List.of("/x?q=1"), HeldRoutingKeyEstimator.urls("http://shop:80/x?q=1"));
        assertEquals(List.of("/x?q=1"), HeldRoutingKeyEstimator.urls("https://shop/x?q=1 accept-language=de"));
        assertEquals(List.of("/"), HeldRoutingKeyEstimator.urls("http://shop"));
    }

    @Test
    void variantsOfAResponseAreOneTarget() {
        Map<ClusterMember, List<HeldObjectSummary>> lists =
                Map.of(N1, List.of(object("http://shop/x?q=1 de", 3), object("http://shop/x?q=2 en", 2)));
        assertEquals(2, count(HeldRoutingKeyEstimator.of(lists, RoutingKeyRule.URL, 10, 1), "n1"));
        assertArrayEquals(
                targets("/x"),
                HeldRoutingKeyEstimator.of(lists, RoutingKeyRule.parse("path"), 10, 9)
                        .get("n1"));
    }

    @Test
    void aTargetHasAsManyHoldersAsThePolicyCanRememberAndOneOfManyIsNotAlwaysTheSameNode() {
        List<HeldObjectSummary> objects =
                IntStream.range(0, 50).mapToObj(page -> object("/" + page, 1)).toList();
        Map<ClusterMember, List<HeldObjectSummary>> lists = Map.of(N1, objects, N2, objects);
        Map<String, long[]> several = HeldRoutingKeyEstimator.of(lists, RoutingKeyRule.URL, 100, Integer.MAX_VALUE);
        assertEquals(50, count(several, "n1"));
        assertEquals(50, count(several, "n2"));
        Map<String, long[]> one = HeldRoutingKeyEstimator.of(lists, RoutingKeyRule.URL, 100, 1);
        assertEquals(Set.of("n1", "n2"), one.keySet());
        assertEquals(50, count(one, "n1") + count(one, "n2"));
        assertTrue(count(one, "n1") > 10 && count(one, "n2") > 10);
    }

    @Test
    void whereTargetsAreNoUrlsNothingIsKnown() {
        Map<ClusterMember, List<HeldObjectSummary>> lists = Map.of(N1, List.of(object("/a", 9)));
        assertEquals(Map.of(), HeldRoutingKeyEstimator.of(lists, RoutingKeyRule.parse("host+path"), 10, 1));
    }
}
