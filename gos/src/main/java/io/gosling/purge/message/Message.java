package io.gosling.purge.message;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What nodes say to each other about purges. Each message may be lost, doubled, late or overtaken. No instant of one
 * node's clock means anything to another: {@link Ask#sent} only comes back to who wrote it.
 */
public sealed interface Message {
    /** To voters: I have done everything that {@code clock} stands for; give me a lease. Also an acknowledgement. */
    record Ask(long sent, PurgeVersions clock) implements Message {}

    /**
     * From a voter: you are a lessee since before I looked at {@code clock}.
     *
     * @param sent that of the {@link Ask}
     * @param lineage of the voter's file
     * @param missing what the asker did not know, or the beginning of it
     */
    record Grant(long sent, long lineage, PurgeVersions clock, List<PurgeRun> missing) implements Message {
        public Grant {
            missing = List.copyOf(missing);
        }
    }

    /**
     * From a voter that remembers nothing, to an {@link Ask}.
     *
     * @param lineage the highest that it has heard of, 0 for none
     */
    record Blank(long sent, long lineage) implements Message {}

    /** From the first voter to an incarnation that said {@link Blank}: vote in this lineage. */
    record Found(long lineage) implements Message {}

    /** From the voter that drives a purge, to everybody. */
    record Tell(PurgeRecord record) implements Message {}

    /** I have done the purges of this stream up to that number. */
    record Acknowledge(long stream, long number) implements Message {}

    /**
     * From a voter: the purges of this stream up to that number are done and on my disk, and these nodes may have had a
     * lease from me when that was so.
     *
     * @param lessees empty when the voter cannot know yet, since it began to vote only now
     */
    record Vote(long lineage, long stream, long number, Optional<SortedSet<Incarnation>> lessees) implements Message {
        public Vote {
            lessees = lessees.map(named -> Collections.unmodifiableSortedSet(new TreeSet<>(named)));
        }
    }

    /** To a voter: drive this purge. Saying it again, with the asker's own number for it, asks how far it is. */
    record Drive(long errand, Purge purge) implements Message {}

    /** From a voter: the purge is under way. */
    record UnderWay(long errand) implements Message {}

    /** From a voter: I do not drive it, ask another. */
    record Refused(long errand, String reason) implements Message {}

    /** From a voter: this is what became of it. */
    record Done(long errand, PurgeOutcome outcome) implements Message {}

    /** To voters, from a node that serves nothing any more: forget my lease. */
    record Goodbye() implements Message {}
}
