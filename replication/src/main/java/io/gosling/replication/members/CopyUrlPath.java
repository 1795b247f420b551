package io.gosling.replication.members;

import io.gosling.document.DocumentPath;
import io.gosling.replication.page.PageLinkTemplate;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a copy, {@code /~migrate/VERSION/HOME/PATH} (DC-Apache, section 3.3.3). Nothing in it is
 * authenticated: it comes from the client.
 *
 * @param version the home's number for the bytes that the page means; 0 for any
 * @param path canonical; of a directory there are no copies, and its home knows which document is meant
 */
public record CopyUrlPath(long version, String home, String path) {
    public static final String PREFIX = "/~migrate/";

    private static final Pattern FORM = Pattern.compile(PREFIX + "([0-9]{1,18})/([0-9A-Za-z_.:\\[\\]-]{1,260})(/.*)");

    /** Reads the raw path of a request; empty when it has another form. */
    public static Optional<CopyUrlPath> parse(String rawPath) {
        Matcher form = FORM.matcher(rawPath);
        DocumentPath path = form.matches() ? DocumentPath.find(form.group(3)) : null;
        return path == null
                ? Optional.empty()
                : Optional.of(new CopyUrlPath(Long.parseLong(form.group(1)), form.group(2), path.key()));
    }

    /** The part of a copy's address at a server before the document's path. */
    public static String before(ReplicaPeer server, long version, String home) {
        return server.origin() + PREFIX + version + "/" + home;
    }

    /** Returns true if there may be a copy. */
    public boolean isDocument() {
        return !path.endsWith("/");
    }

    /** The same as {@link #toString} as written in links, with more percent-encoding. */
    public String written() {
        return new String(PageLinkTemplate.written(toString()), StandardCharsets.US_ASCII);
    }

    /** The path under which a co-op serves the copy. */
    @Override
    public String toString() {
        return PREFIX + version + "/" + home + path;
    }
}
