package io.gosling.node.run;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.backend.WeightedAddress;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.http.FormLimits;
import io.gosling.http.Handler;
import io.gosling.http.Parameters;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.settings.BadConfigurationException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code POST /backends} of a front-end's admin port, with a form: action, backend and dry-run. Answers with the change
 * and with the setting that would keep it. Safe for use by many threads.
 */
record BackendChangeHandler(ConfiguredBackends backends, ForwardingMode forwarding) implements Handler {
    private static final System.Logger LOG = System.getLogger(BackendChangeHandler.class.getName());

    @Override
    public Response handle(Request request) throws IOException {
        try {
            Parameters form = request.form(FormLimits.defaults()).fields();
            String action = form.first("action", "");
            String text = form.first("backend", "");
            boolean dry = form.first("dry-run", "false").equals("true");
            WeightedAddress address = WeightedAddress.parse(text);
            String name = address.address().toString();
            // The name of a machine that is gone may be gone too.
            Backend added = action.equals("add")
                    ? RunningFrontEnd.named(List.of(address), forwarding).getFirst()
                    : null;
            ConfiguredBackends changed = dry ? new ConfiguredBackends(backends.all()) : backends;
            Backend now = changed.change(
                    name,
                    known -> added == null
                            ? change(action, text, address, known.orElseThrow(() -> unknown(name)))
                            : add(text, added, known.orElse(added)));
            if (!dry) {
                LOG.log(System.Logger.Level.INFO, "back-end {0}", describe(now));
            }
            String line = (dry ? "not changed; would be: " : "changed until a restart: ") + describe(now);
            return Response.text(line + "\n" + setting(changed.all()) + "\n");
        } catch (BadConfigurationException e) {
            return refused(400, String.join("\n", e.complaints()));
        } catch (IllegalArgumentException e) {
            return refused(400, String.valueOf(e.getMessage()));
        } catch (StatusException e) {
            return refused(e.status(), String.valueOf(e.getMessage()));
        }
    }

    private static Response refused(int status, String why) {
        return Response.text(why + "\n").withStatus(status);
    }

    /**
     * @param read the back-end that the text names, with weight 1 and no labels where it gives none
     * @param before the one that is there, or the same
     */
    private static Backend add(String text, Backend read, Backend before) {
        return read.weighing(text.contains("=") ? read.weight() : before.weight())
                .withLabels(text.contains("+") ? read.labels() : before.labels());
    }

    private static StatusException unknown(String name) {
        return new StatusException(404, "there is no back-end " + name);
    }

    private static Backend change(String action, String text, WeightedAddress read, Backend before) {
        return switch (action) {
            case "drain" -> before.in(Backend.State.DRAINING);
            case "remove" -> before.in(Backend.State.REMOVED);
            case "weight" -> {
                if (!text.contains("=")) {
                    throw new IllegalArgumentException("backend: \"" + text + "\"; expected HOST:PORT=WEIGHT");
                }
                yield before.weighing(read.weight());
            }
            default ->
                throw new IllegalArgumentException("action: \"" + action + "\"; expected add, drain, weight or remove");
        };
    }

    /** A back-end and the state that it has by a change. */
    static String describe(Backend backend) {
        return backend.name() + ": "
                + switch (backend.state()) {
                    case READY -> "weight " + backend.weight();
                    case DRAINING -> "drains";
                    case REMOVED -> "removed";
                };
    }

    private static String setting(List<Backend> all) {
        String items = all.stream()
                .filter(one -> one.state() == Backend.State.READY)
                .map(one -> "\"" + one.name()
                        + (one.weight() == 1 ? "" : "=" + one.weight())
                        + one.labels().stream()
                                .sorted()
                                .map(label -> "+" + label)
                                .collect(Collectors.joining())
                        + "\"")
                .collect(Collectors.joining(", "));
        return items.isEmpty()
                ? "no back-end is left that takes requests; a configuration must name one"
                : "to keep it: backend: [" + items + "]";
    }
}
