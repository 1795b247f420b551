package io.gosling.origin.slices;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.SliceLayout;
import io.gosling.caching.StoredReply;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.http.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A slice of a large response, which is fetched as if it were an object of its own.
 *
 * @param cut the division of the whole, the same for all slices
 */
public record Slice(StoredReply sliceIndex, SliceLayout cut, int index, Requester requester) {
    /** The headers with the tags by which it is purged together with its whole. */
    private static final List<String> TAGS = List.of("surrogate-key", "xkey", "cache-tag", "cache-groups");

    /** The requester of a slice, which is also notified when the origin answers something else. Any thread. */
    public interface Requester {
        /** An open response of the origin that may contain the slice next; null for none. */
        @Nullable
        OpenReply open();

        ReplyMemory.Permit permit();

        /** Returns true if the headers of a part, judged as of a 200, allow storing it. */
        boolean mayKeep(Headers fields);

        /** Returns true if the origin is to be asked; not when it sends the whole and there is another source. */
        boolean mayAsk();

        void givesNoRanges();

        long mostSkipped();

        /** A whole response, from which the other slices are to be taken. Passes over. */
        void goOnWith(OpenReply all);

        void refused(Instead what);
    }

    /** The kinds of origin responses that are no slice. */
    public enum Instead {
        /** Another version: the present one, or that of another one of its servers. */
        OTHER_VERSION,
        NO_SUCH_WHOLE,
        /** Something that may depend on the client, or the moment. */
        NOT_NOW
    }

    public ByteSpan span() {
        return cut.of(index);
    }

    public String tag() {
        return sliceIndex.strongTag();
    }

    /** Its header in memory: its bytes follow from its name, so the slice index decides whether they may be used. */
    public Headers kept() {
        List<Headers.Field> fields = new ArrayList<>();
        fields.add(new Headers.Field("ETag", tag()));
        fields.add(new Headers.Field("Cache-Control", "public, max-age=31536000"));
        for (Headers.Field field : sliceIndex.fields()) {
            if (TAGS.contains(field.name().toLowerCase(Locale.ROOT))) {
                fields.add(field);
            }
        }
        return Headers.of(fields);
    }

    /** The header of a slice for the requester only. */
    public Headers passing() {
        return Headers.of("ETag", tag(), "Cache-Control", "no-store");
    }
}
