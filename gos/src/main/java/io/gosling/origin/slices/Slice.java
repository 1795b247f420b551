package io.gosling.origin.slices;

import io.gosling.caching.SliceLayout;
import io.gosling.caching.Span;
import io.gosling.caching.StoredReply;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.http.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A segment of a large response, which is asked for as if it were an object of its own.
 *
 * @param outline what is known of the whole
 * @param cut how that is cut, the same for all segments
 * @param asker the answer that it is for
 */
public record Slice(StoredReply outline, SliceLayout cut, int index, Asker asker) {
    /** By which it is purged together with its whole. */
    private static final List<String> TAGS = List.of("surrogate-key", "xkey", "cache-tag", "cache-groups");

    /** Who wants it, and is told what the origin said instead. Any thread. */
    public interface Asker {
        /** A response of the origin that may go on with a segment; null for none. */
        @Nullable
        OpenReply open();

        /** For a request to the origin that is about to be sent. */
        ReplyMemory.Permit permit();

        /** Whether what the origin says of a part, as of a 200, lets it be kept. */
        boolean mayKeep(Headers fields);

        /** Whether the origin is to be asked for it: not where it is known by now to send all, and the answer has another way. */
        boolean mayAsk();

        /** The origin gives no ranges: it is sending all. */
        void givesNoRanges();

        /** How many bytes before the segment are skipped at most of a response that has all. */
        long mostSkipped();

        /** A response that has all, of which the other segments are to be taken. Passes over. */
        void goOnWith(OpenReply all);

        /** The origin has answered something else. */
        void refused(Instead what);
    }

    /** What an origin answers that is no segment. */
    public enum Instead {
        /** Another version: what it has now, or what another one of its servers has. */
        OTHER_VERSION,
        /** That there is no such whole, or none that has this segment. */
        NO_SUCH_WHOLE,
        /** Something that may be about who asks, or when. */
        NOT_NOW
    }

    public Span span() {
        return cut.of(index);
    }

    public String tag() {
        return outline.strongTag();
    }

    /** Its header in memory: its bytes follow from its name, so whether they may be used is for the outline to say. */
    public Headers kept() {
        List<Headers.Field> fields = new ArrayList<>();
        fields.add(new Headers.Field("ETag", tag()));
        fields.add(new Headers.Field("Cache-Control", "public, max-age=31536000"));
        for (Headers.Field field : outline.fields()) {
            if (TAGS.contains(field.name().toLowerCase(Locale.ROOT))) {
                fields.add(field);
            }
        }
        return Headers.of(fields);
    }

    /** The header of one that is for whoever asked, and nobody else. */
    public Headers passing() {
        return Headers.of("ETag", tag(), "Cache-Control", "no-store");
    }
}
