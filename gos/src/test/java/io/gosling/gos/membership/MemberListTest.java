package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Two members of one name: one that was killed and is not dropped yet, and the one started in its place. */
class MemberListTest {
    private static ClusterMember node(String name, int tag) {
        return ClusterMember.named(name, tag);
    }

    @Test
    void theYoungerOfOneNameComesFirstWhateverItsTag() {
        assertEquals(
                List.of(node("n1", 7), node("n2", 1), node("n2", 9), node("n3", 4)),
                MemberList.ordered(List.of(node("n2", 9), node("n3", 4), node("n1", 7), node("n2", 1))));
        assertEquals(List.of(node("n2", 9), node("n2", 1)), MemberList.ordered(List.of(node("n2", 1), node("n2", 9))));
        assertEquals(List.of(), MemberList.ordered(List.of()));
    }

    @Test
    void aNameMeansTheYoungerAndTheOlderIsStillFoundByItsTag() {
        MemberList book = new MemberList(node("n1", 0));
        for (int young : new int[] {-5, 5}) {
            book.others(MemberList.ordered(List.of(node("n2", -young), node("n2", young))));
            assertEquals(node("n2", young), book.byName("n2"));
            assertEquals(node("n2", -young), book.byTag(-young));
            assertEquals(node("n2", young), book.byTag(young));
        }
    }
}
