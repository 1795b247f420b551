package io.gosling.node;

import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.FrontEndSettings;
import io.gosling.node.settings.Setting;
import io.gosling.node.settings.TimingSettings;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling dispatch}: the front-end. */
@Command(
        name = "dispatch",
        description = {
            "Take clients' requests and pass each to a node: the front-end of a cluster.",
            "Nodes are found through the cluster, and come and go without a reload. When it knows a node,",
            "one line goes to standard output: ready http=127.0.0.1:8080 admin=127.0.0.1:4675 nodes=3"
        },
        footer = {
            "",
            "Examples:",
            "  gosling dispatch --join 10.0.0.1:5701,10.0.0.2:5701 --host 10.0.0.10 --secret-file gosling.secret",
            "  gosling dispatch --list",
            "  gosling dispatch --policy wrr --backend 127.0.0.1:8081 --backend 127.0.0.1:8082",
            "  gosling dispatch --config config/front-end.yaml"
        })
final class Dispatch implements Verb {
    private static final System.Logger log = System.getLogger(Dispatch.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(20);

    @Option(
            names = "--list",
            description =
                    "Print the policies and mechanisms, what each needs and whether it is there, and start nothing.")
    private boolean list;

    private @Nullable Invocation invocation;

    @Override
    public List<Setting<?>> settings() {
        return FrontEndSettings.ALL;
    }

    @Override
    public boolean runsUntilStopped() {
        return true;
    }

    @Override
    public void accept(Invocation called) {
        this.invocation = called;
    }

    @Override
    public ExitCode call() throws BadConfiguration, InterruptedException {
        Invocation called = Objects.requireNonNull(invocation);
        if (list) {
            called.out().print(DispatchList.text());
            called.out().flush();
            return ExitCode.OK;
        }
        Duration drain = called.values().get(CommonSettings.DRAIN);
        StopRequest stop = StopRequest.install();
        try (RunningFrontEnd frontEnd = RunningFrontEnd.start(called.values(), called.again())) {
            Signals.on("USR1", frontEnd::reopenLog);
            Signals.on("HUP", frontEnd::reload);
            awaitBackend(frontEnd, stop);
            called.out().println(frontEnd.readyLine());
            called.out().flush();
            stop.await();
            StopRequest.guard(drain.plus(called.values().get(TimingSettings.LEAVE)));
            frontEnd.drain(drain);
        }
        return ExitCode.OK;
    }

    private static void awaitBackend(RunningFrontEnd frontEnd, StopRequest stop) throws InterruptedException {
        for (long waited = 0; waited < PATIENCE.toMillis(); waited += POLL.toMillis()) {
            if (frontEnd.readyBackends() > 0 || stop.await(POLL)) {
                return;
            }
        }
        log.log(
                Level.WARNING,
                "no node takes requests after {0} s; they are answered 503 until one does",
                PATIENCE.toSeconds());
    }
}
