package io.gosling.site.cgi;

import io.gosling.http.ErrorPage;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.site.rules.RewrittenRequest;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows the local redirects of programs: where a program answers with a path of its site and nothing else, the
 * response of that path is sent (RFC 3875, section 6.2.2), subject to all rules as if the client had requested it. Safe
 * for use by many threads.
 */
public final class LocalRedirects implements Filter {
    /** The attribute of a request whose program names the path, and perhaps query, that answers it. */
    static final String ONWARD = "gosling.onward";

    private static final System.Logger LOG = System.getLogger(Cgi.class.getName());

    /** Headers about the body, which the program has consumed. */
    private static final List<String> OF_THE_BODY =
            List.of("Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Expect");

    private final int most;

    /** @param most redirects in a row; one more is taken for programs that redirect to each other in circles */
    public LocalRedirects(int most) {
        this.most = most;
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        Response answer = next.handle(request);
        for (int times = 1; request.attributes().remove(ONWARD) instanceof String onward; times++) {
            if (answer.body() != null) {
                answer.body().close();
            }
            Request other = times > most ? null : onward(request, onward);
            if (other == null) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "{0}: a program leads on to {1}, which is no path of the site or the {2}th in a row",
                        request.rawPath(),
                        onward,
                        times);
                return ErrorPage.of(502);
            }
            answer = next.handle(other);
        }
        return answer;
    }

    private static @Nullable Request onward(Request request, String target) {
        Request other = RewrittenRequest.of(request, target);
        return other == null ? null : new Fetch(other);
    }

    /** A request for the redirected path, without the body. */
    private static final class Fetch extends RequestWrapper {
        private final Headers headers;

        Fetch(Request request) {
            super(request);
            Headers left = request.headers();
            for (String name : OF_THE_BODY) {
                left = left.without(name);
            }
            this.headers = left;
        }

        @Override
        public String method() {
            return super.method().equals("HEAD") ? "HEAD" : "GET";
        }

        @Override
        public Headers headers() {
            return headers;
        }

        @Override
        public InputStream body() {
            return InputStream.nullInputStream();
        }
    }
}
