package io.gosling.site.cgi;

import io.gosling.site.rules.PathPattern;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Programs that answer some paths (CGI, RFC 3875).
 *
 * @param path a pattern that ends with {@code /**}: what stands for the two stars begins with the program's name
 * @param programs the directory they are in; nothing outside of it, and nothing in a directory of it, is run
 * @param time how long one may take for its whole answer; then it is killed
 * @param kept whether answers that say for how long they hold are kept for that time, and given to all who ask
 */
public record CgiRule(PathPattern path, Path programs, Duration time, boolean kept) {
    /** Programs that are run for each request. */
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
