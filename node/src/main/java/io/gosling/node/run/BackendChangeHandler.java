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
            Backend wanted = wanted(action, form.first("backend", ""));
            boolean dry = form.first("dry-run", "false").equals("true");
            ConfiguredBackends then = new ConfiguredBackends(backends.all());
            then.change(wanted);
            if (!dry) {
                backends.change(wanted);
                LOG.log(System.Logger.Level.INFO, "back-end {0}", describe(wanted));
            }
            String line = (dry ? "not changed; would be: " : "changed until a restart: ") + describe(wanted);
            return Response.text(line + "\nto keep it: backend: [" + setting(then.all()) + "]\n");
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

    private Backend wanted(String action, String text) throws BadConfigurationException {
        WeightedAddress address = WeightedAddress.parse(text);
        if (action.equals("add")) {
            return RunningFrontEnd.named(List.of(address), forwarding).getFirst();
        }
        Backend known = backends.all().stream()
                .filter(backend -> backend.name().equals(address.toString()))
                .findFirst()
                .orElseThrow(() -> new StatusException(404, "there is no back-end " + address));
        return switch (action) {
            case "drain" -> known.in(Backend.State.DRAINING);
            case "remove" -> known.in(Backend.State.REMOVED);
            case "weight" -> known.weighing(address.weight());
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
        return all.stream()
                .map(one -> one.name()
                        + (one.weight() == 1 ? "" : "=" + one.weight())
                        + one.labels().stream()
                                .sorted()
                                .map(label -> "+" + label)
                                .collect(Collectors.joining()))
                .collect(Collectors.joining(", "));
    }
}
