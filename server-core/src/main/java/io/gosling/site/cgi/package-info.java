/**
 * CGI programs (RFC 3875): one process for each request, bounded in number, time and log output.
 *
 * <p>Start at Cgi; {@link io.gosling.site.cgi.CgiProcess} runs the process, {@link io.gosling.site.cgi.CgiEnvironment}
 * builds its variables, {@link io.gosling.site.cgi.CgiAnswer} parses its header, {@link
 * io.gosling.site.cgi.LocalRedirects} follows local redirects. Used by io.gosling.site only, apart from {@link
 * io.gosling.site.cgi.CgiRule} and {@link io.gosling.site.cgi.ProgramLimits}, which the configuration builds. To be
 * removed.
 */
@NullMarked
package io.gosling.site.cgi;

import org.jspecify.annotations.NullMarked;
