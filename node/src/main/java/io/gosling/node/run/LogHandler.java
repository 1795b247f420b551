package io.gosling.node.run;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.LogFilter;
import io.gosling.accesslog.LogFollower;
import io.gosling.common.JsonWriter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.node.admin.AdminAccess;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Answers {@code GET /log?id=ID}, which docs/monitor.md describes: the requests since the last question with this id.
 * Safe for use by many threads.
 */
record LogHandler(String name, AccessLog log) implements Handler {
    private static final System.Logger LOG = System.getLogger(LogHandler.class.getName());
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,64}");

    @Override
    public Response handle(Request request) {
        Map<String, String> filters = new HashMap<>();
        try {
            for (String name : request.query().names()) {
                if (request.query().all(name).size() > 1) {
                    throw new IllegalArgumentException("\"" + name + "\": given more than once; expected once");
                }
                filters.put(name, request.query().first(name, ""));
            }
            filters.remove("member");
            String id = filters.remove("id");
            if (id == null || !ID.matcher(id).matches()) {
                throw new IllegalArgumentException(
                        "expected ?id=ID, up to 64 letters and digits that stay the same from question to question");
            }
            LogFollower follower = log.follow(id, LogFilter.parse(filters));
            if (follower.begins()) {
                String caller = String.valueOf(request.attributes().get(AdminAccess.CALLER));
                LOG.log(Level.INFO, "admin: GET /log?{0} by {1} begins", request.rawQuery(), caller);
            }
            String head =
                    JsonWriter.write(JsonWriter.object("kind", "log", "name", name, "dropped", follower.takeDropped()));
            return Response.json(
                    head.substring(0, head.length() - 1) + ",\"lines\":[" + String.join(",", follower.take()) + "]}\n");
        } catch (IllegalArgumentException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        } catch (IllegalStateException e) {
            return Response.text(e.getMessage() + "\n").withStatus(503).with("Retry-After", "10");
        }
    }
}
