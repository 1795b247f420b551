package io.gosling.gos.link.frame;

import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SmallObjectClient;
import io.gosling.purge.message.PurgeVersionVector;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * A frame of a link, without its id. Immutable but for a body, whose one reference belongs to whoever has the frame.
 *
 * <ol>
 *   <li>the opener sends {@link Hello}; the other node answers {@link Hello}, or {@link Refused} and closes
 *   <li>the opener asks: {@link Locate}, {@link Fetch}, {@link Check} or {@link Join}, each with an id of its own.
 *       {@link Purges} goes before a question when this node has learnt of purges since the last one
 *   <li>the other node answers with the question's id: {@link Located}, {@link Have}, {@link Miss}, {@link Behind},
 *       {@link Said}, {@link Busy}, {@link Failed} or {@link Checked}; to {@link Join} with {@link Given},
 *       {@link Same}, {@link Apart} or {@link FailedOrigin}, and with any number of {@link Alive} before and within the
 *       bytes
 *   <li>after a {@link Have}, {@link Given} or {@link HomeAnswered} that lacks bytes the opener sends {@link Credit},
 *       the other node {@link Data} within it, and {@link End} where the length was not known
 *   <li>{@link Cancel} ends a question early; {@link Invalidate} is no question
 *   <li>for directory entries the opener also asks {@link Claim} and {@link Changed}, answered by {@link Located},
 *       {@link Report} and {@link Clear}, answered by {@link Reported}, and tells {@link Ended}, {@link NotHeld} and
 *       {@link Filled}, which have no answer
 *   <li>for objects of the repository it asks {@link Read}, answered by {@link HomeAnswered}, or by {@link Miss} if the
 *       other node is not the home
 * </ol>
 */
public sealed interface PeerFrame {
    /** The version of this build. Of two nodes' versions the lower one is spoken, if both builds know it. */
    int VERSION = 4;

    /** The oldest version that this build speaks; a newer build decides whether it still speaks this one's. */
    int LEAST_VERSION = 4;

    default FrameKind kind() {
        return FrameKind.of(this);
    }

    /** The bytes behind the fields; empty for kinds without a body. */
    default ByteBuf body() {
        return Unpooled.EMPTY_BUFFER;
    }

    /** A question, which has an id. */
    sealed interface Query extends PeerFrame {}

    /** A question about one directory entry. */
    sealed interface EntryQuery extends Query {
        String key();
    }

    /** A frame of the opener that has no answer. */
    sealed interface Notice extends PeerFrame {}

    /** A frame of the answering side, which has the id of its question. */
    sealed interface Reply extends PeerFrame {}

    /** An answer without a body, which ends its question; a {@link Located} does not where an object follows. */
    sealed interface Conclusion extends Reply {}

    /** An answer with a body, or the beginning of one. */
    sealed interface Head extends Reply {
        /** The length of the whole body in bytes, or -1 when it is not known. */
        long bodyLength();
    }

    /** Ends a question without an answer, or within one. */
    sealed interface Denial extends Reply {
        PeerRefusal why();
    }

    /**
     * The first frame of each side, which later versions may extend at its end.
     *
     * @param version as {@link #VERSION}; the other fields of one before {@link #LEAST_VERSION} are not read
     * @param tag of the sender
     * @param meant the tag of the node that the sender means
     * @param token the peer token of the cluster's secret
     * @param name of the sender
     */
    record Hello(int version, int tag, int meant, String token, String name) implements PeerFrame {
        /** A greeting of a version that is too old. */
        public static Hello other(int version) {
            return new Hello(version, 0, 0, "", "");
        }
    }

    /** The node accepts nothing from the opener, and closes. */
    record Refused(String reason) implements PeerFrame {}

    /** The purges that the sender knows, for all questions that follow. */
    record Purges(PurgeVersionVector known) implements PeerFrame {}

    /**
     * Counts accesses at the entry owner and reads the entry.
     *
     * @param wanted what the owner is to give besides, where its own memory has the object
     */
    record Locate(LocalCountReport count, Ageing ageing, SmallObjectClient.Wanted wanted) implements EntryQuery {
        @Override
        public String key() {
            return count.key();
        }
    }

    /** @param isGiven true if the object follows: what the owner would answer to {@link Fetch} or {@link Join} */
    record Located(EntrySummary entry, boolean isGiven) implements Conclusion {
        public Located(EntrySummary entry) {
            this(entry, false);
        }
    }

    /**
     * Asks for a copy.
     *
     * @param count as the sender knows it, by which the other node judges the worth of its copy
     * @param version the highest that the sender knows; matters to a home
     */
    record Fetch(From from, String path, AgedCount count, long version) implements Query {
        /** The places that the copy may come from. */
        public enum From {
            /** Memory, or not at all. */
            MEMORY,
            /** The home's memory or disk. */
            HOME,
            /** An offer to a store: it fetches the object itself and keeps it if its count is worth it. */
            OFFER
        }
    }

    /**
     * The node has the document.
     *
     * @param load requests that the node has in hand
     * @param body the first bytes; the reader passes on the others as {@link Data}
     */
    record Have(PeerCopyMetadata copy, int load, ByteBuf body) implements Head {
        @Override
        public long bodyLength() {
            return copy.length();
        }
    }

    /** The next bytes of a document. */
    record Data(ByteBuf body) implements Reply {}

    /** Allows so many more bytes of {@link Data}. */
    record Credit(int bytes) implements PeerFrame {}

    /** The node does not hold a copy, or is not the home; to an offer, which it has considered, in any case. */
    record Miss() implements Denial {
        @Override
        public PeerRefusal why() {
            return new PeerRefusal.NotHeld();
        }
    }

    /** The node gives nothing now, as it may not know a purge that the sender knows; it remains a holder. */
    record Behind() implements Denial {
        @Override
        public PeerRefusal why() {
            return new PeerRefusal.Behind();
        }
    }

    /** A home's answer where there is no document: anything but {@link LookupResult.Found}. */
    record Said(LookupResult lookup) implements Conclusion {}

    /** The node has too much in hand; fetches that were to be joined continue. */
    record Busy() implements Denial {
        @Override
        public PeerRefusal why() {
            return new PeerRefusal.Busy();
        }
    }

    /** The node could not answer; also in the middle of a body. */
    record Failed(String reason) implements Denial {
        @Override
        public PeerRefusal why() {
            return new PeerRefusal.Failed(reason);
        }
    }

    /** The answer is no longer wanted. */
    record Cancel() implements PeerFrame {}

    /** Asks a home whether its file has this entity tag. */
    record Check(String path, String etag) implements Query {}

    record Checked(RevalidationResult result) implements Conclusion {}

    /** Makes the node drop copies of an object below this version and close its fetches. */
    record Invalidate(String key, long version) implements Notice {}

    /**
     * Makes the opener the leader of an object's fetch unless another node leads; answered by {@link Located}.
     *
     * @param mine the opener's fetch; its tag is that of the greeting
     * @param failed the leader that was of no use to it, or {@link FetchLeaderTag#NOBODY}
     */
    record Claim(String key, FetchLeaderTag mine, FetchLeaderTag failed) implements EntryQuery {}

    /** A fetch of the opener has ended, and it holds the object or not. Has no answer. */
    record Ended(String key, FetchLeaderTag mine, boolean held) implements Notice {}

    /** The node with this tag was asked and had nothing. Has no answer. */
    record NotHeld(String key, int holder) implements Notice {}

    /** The object has changed since this version; answered by {@link Located} with the previous holders. */
    record Changed(String key, long since) implements EntryQuery {}

    /** The opener holds a copy now. Has no answer. */
    record Filled(LocalCountReport count, Ageing ageing) implements Notice {}

    /** Reports counts of the opener, at most {@value #MOST_COUNTS}. */
    record Report(Ageing ageing, List<LocalCountReport> counts) implements Query {
        public static final int MOST_COUNTS = 64;

        public Report {
            counts = List.copyOf(counts);
        }
    }

    /** The entries after a report, in the order of its counts; none after {@link Clear}. */
    record Reported(List<EntrySummary> entries) implements Conclusion {
        public Reported {
            entries = List.copyOf(entries);
        }
    }

    /** Removes all entries that the node owns, for drills. */
    record Clear() implements Query {}

    /** Asks for a response of an origin, from memory or along with its fetch. */
    record Join(SharedResponseRequest ask) implements Query {}

    /**
     * Nothing new of a joined fetch, but its leader is alive, though it may not know yet that it leads: every 200 ms,
     * or 400 ms at the most, while the other side waits.
     */
    record Alive() implements Reply {}

    /**
     * The response, whole or still arriving at the sender.
     *
     * @param length in bytes, or -1 when it is not known yet: {@link End} follows the bytes then
     * @param body the first bytes; the reader passes on the others as {@link Data}
     */
    record Given(EncodedResponseHead reply, long length, ByteBuf body) implements Head {
        @Override
        public long bodyLength() {
            return length;
        }
    }

    /** All bytes of a response were sent whose length was not known. */
    record End() implements Reply {}

    /** The copy of the node that asks is still valid. */
    record Same(EncodedResponseHead reply) implements Conclusion {}

    /** The response cannot be shared. */
    record Apart() implements Conclusion {}

    /** The origin failed. */
    record FailedOrigin(OriginFailure why) implements Conclusion {}

    /**
     * Reads an object of the repository at its home.
     *
     * @param known the version that the opener has, 0 for none
     */
    record Read(ObjectKey key, long known) implements Query {}

    /**
     * The home's answer.
     *
     * @param answer without bytes
     * @param length of the object in bytes; 0 for any other answer
     * @param body the first bytes; the reader passes on the others as {@link Data}
     */
    record HomeAnswered(HomeAnswer answer, int length, ByteBuf body) implements Head {
        /** The largest object that is read. */
        public static final int MOST_BYTES = RepositorySettings.MOST_OBJECT;

        @Override
        public long bodyLength() {
            return length;
        }
    }
}
