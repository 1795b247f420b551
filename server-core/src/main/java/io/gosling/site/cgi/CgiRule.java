package io.gosling.site.cgi;

import io.gosling.site.rules.PathPattern;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A rule for programs that answer some paths (CGI, RFC 3875).
 *
 * @param path a pattern that ends with {@code /**}: the text that the two stars stand for begins with the program's
 *     name
 * @param programs the directory they are in; nothing outside of it, and nothing in a directory of it, is run
 * @param time how long one may take for its whole response; then it is killed
 * @param kept whether responses with a freshness lifetime are stored for that time, and given to all clients
 */
public record CgiRule(PathPattern path, Path programs, Duration time, boolean kept) {
    /** Creates a rule for programs that are run for each request. */
    public CgiRule(PathPattern path, Path programs, Duration time) {
        this(path, programs, time, false);
    }

    /** @throws IllegalArgumentException when the pattern does not end with two stars, or has others */
    public CgiRule {
        if (!path.toString().endsWith("/**") || path.stars() != 1) {
            throw new IllegalArgumentException(
                    "pattern '" + path + "' must have one star, the ** at its end, such as /cgi-bin/**");
        }
    }
}
