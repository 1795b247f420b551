package io.gosling.gos.peer;

import io.gosling.document.Document;
import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.http.Headers;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The headers of the peer channel: the properties of a document and its copy, without the bytes. Pure. */
final class PeerFields {
    /** Shown with every request: {@link ClusterSecret#peerToken()}. */
    static final String TOKEN = "Gosling-Token";
    /** The receiving node: its tag, or its name for purge messages; another node at the same address answers 421. */
    static final String TO = "Gosling-To";
    /** With purge messages: {@link NodeLocator#tell}. */
    static final String WHERE = "Gosling-Where";
    /** The kind of request: {@link #MEMORY}, {@link #HOME}, {@link #CHECK}, {@link #KEEP} or {@link #JOIN}. */
    static final String FETCH = "Gosling-Fetch";

    static final String MEMORY = "memory";
    static final String HOME = "home";
    static final String CHECK = "check";
    static final String KEEP = "keep";
    static final String JOIN = "join";

    /** The source of the bytes: {@code memory} or {@code disk}. */
    static final String SOURCE = "Gosling-Source";
    /** Milliseconds since the copy was compared with its file, rounded up: a duration, since clocks differ. */
    static final String CHECKED = "Gosling-Checked";

    /** In an answer the copy's version; in a request to a home or store the highest that the requester knows. */
    static final String VERSION = "Gosling-Version";
    /** Requests that the answering node has in hand. */
    static final String LOAD = "Gosling-Load";

    static final String STAMP = "Gosling-Stamp";
    static final String MODIFIED = "Gosling-Modified";
    /** A home's answer where there is no document: {@code absent}, {@code moved} or {@code refused}. */
    static final String SAID = "Gosling-Said";

    static final String COUNT = "Gosling-Count";
    static final String PURGES = "Gosling-Purges";
    static final String KEY = "Gosling-Key";

    /** The lease time of the sender of purge messages, in milliseconds. */
    static final String LEASE = "Gosling-Lease";

    static final String TAG = "Gosling-Tag";

    /** The number of the fetch that is to be joined; 0 for an object in memory. */
    static final String FILL = "Gosling-Fill";

    /** The status of a node that may not know a purge yet. */
    static final int LATE = 409;

    /** The status of a node with too many waiting nodes; its fetch continues. */
    static final int FULL = 503;

    /** The tag of the requesting node, for a leaving node's objects. */
    static final String FROM = "Gosling-From";

    static final String HELD = "Gosling-Held";
    static final String HOTTEST = "/~gosling/hottest";
    static final String HAND_OVER = "/~gosling/hand-over";
    static final String FILLS = "/~gosling/fills";
    static final String ENVELOPES = "/~gosling/messages";
    static final String INVALIDATE = "/~gosling/invalidate";

    private static final long NANOS_PER_MILLI = 1_000_000;

    private PeerFields() {}

    static Headers of(PeerAnswer.Copy copy, String source, int load) {
        Document document = copy.document();
        Representation representation = document.representation();
        FileStamp stamp = document.stamp();
        return Headers.of(
                "Content-Type",
                representation.mediaType(),
                "ETag",
                representation.etag(),
                MODIFIED,
                Long.toString(representation.lastModified().getEpochSecond()),
                STAMP,
                stamp(stamp),
                SOURCE,
                source,
                CHECKED,
                Long.toString((copy.uncheckedNanos() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI),
                VERSION,
                Long.toString(copy.version()),
                LOAD,
                Integer.toString(load));
    }

    /** The representation that these headers describe, or null. */
    static @Nullable Representation representation(Headers headers, long length) {
        String mediaType = headers.first("Content-Type");
        String etag = headers.first("ETag");
        if (mediaType == null || etag == null || length < 0) {
            return null;
        }
        try {
            return new Representation(
                    mediaType, length, etag, Instant.ofEpochSecond(number(headers, MODIFIED, Long.MIN_VALUE)));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static String stamp(FileStamp stamp) {
        String tag = stamp.tag().isEmpty() ? "-" : stamp.tag();
        return stamp.size() + " " + stamp.modifiedNanos() + " " + tag + " " + stamp.identity();
    }

    static FileStamp stamp(Headers headers, long length) {
        String text = headers.first(STAMP);
        String[] parts = text == null ? new String[0] : text.split(" ", 4);
        try {
            if (parts.length == 4) {
                String tag = parts[2].equals("-") ? "" : parts[2];
                return new FileStamp(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[3], tag);
            }
        } catch (NumberFormatException e) {
            // As if it had sent none.
        }
        return new FileStamp(length, -1, "?");
    }

    static long uncheckedNanos(Headers headers) {
        return Math.clamp(number(headers, CHECKED, 0), 0, Long.MAX_VALUE / NANOS_PER_MILLI) * NANOS_PER_MILLI;
    }

    static long version(Headers headers) {
        return number(headers, VERSION, 0);
    }

    static String count(AgedCount agac) {
        return agac.value() + " " + agac.epoch();
    }

    static AgedCount count(Headers headers) {
        String text = headers.first(COUNT);
        String[] parts = text == null ? new String[0] : text.split(" ", 2);
        try {
            return parts.length == 2
                    ? new AgedCount(Double.parseDouble(parts[0]), Integer.parseInt(parts[1]))
                    : AgedCount.NONE;
        } catch (IllegalArgumentException e) {
            return AgedCount.NONE;
        }
    }

    static long fill(Headers headers) {
        return number(headers, FILL, -1);
    }

    static int load(Headers headers) {
        return Math.clamp(number(headers, LOAD, -1), -1, 1_000_000);
    }

    private static long number(Headers headers, String name, long otherwise) {
        String text = headers.first(name);
        try {
            return text == null ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
