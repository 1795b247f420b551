package io.gosling.replication.graph;

import io.gosling.document.FileStamp;
import org.jspecify.annotations.Nullable;

/**
 * One file of a site.
 *
 * @param path canonical, as {@link io.gosling.document.DocumentPath#key()} has it
 * @param links null unless {@code reading} is {@link Reading#READ}
 */
public record SiteFile(
        String path,
        String mediaType,
        FileStamp stamp,
        Reading reading,
        @Nullable PageLinks links) {
    public enum Reading {
        READ("read"),
        NO_PAGE("has no links: neither HTML nor CSS"),
        ENCODING("its encoding does not let positions be known (UTF-16, ISO-2022; a style in Shift_JIS, GBK or Big5"
                + " with a backslash); it is served as it is"),
        TOO_LARGE("longer than the graph reads; it is served as it is"),
        NO_ROOM("the graph has as many links, or characters in them, as it may have; it is served as it is"),
        UNREADABLE("it could not be read");

        private final String text;

        Reading(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** @throws IllegalArgumentException when there are links of a file that was not read, or none of one that was */
    public SiteFile {
        if ((links != null) != (reading == Reading.READ)) {
            throw new IllegalArgumentException(path + ": " + reading + " with links " + links);
        }
    }

    public long bytes() {
        return stamp.size();
    }

    /** Returns true if users visit it: a page, not a style or image. */
    public boolean isPage() {
        return PageLinks.isHtml(mediaType);
    }

    public int linkCount() {
        return links == null ? 0 : links.links().size();
    }
}
