package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.VerbInvocation;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.warm.WarmSettings;
import io.gosling.node.process.ShutdownWatchdog;
import io.gosling.node.process.SignalHandlerRegistry;
import io.gosling.node.process.StopRequest;
import io.gosling.node.run.RunningNode;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code gosling serve}: one node. */
@Command(name = "serve", description = """
    Serve a directory, or another HTTP server's responses: one node, alone or in a cluster. It is alone
    without --join, --voters, a secret and any other setting of clusters. HTTP answers before the cluster
    has been joined. When it answers, one line goes to standard output:
    ready name=n1 http=127.0.0.1:8080 admin=127.0.0.1:4675 peer=- cluster=-\
    """, footer = """

                    Examples:
                      gosling serve /srv/site
                      gosling serve http://127.0.0.1:3000/
                      gosling serve /srv/site --port 0 --admin-port 0 --peer-port 0 --cluster-port 0
                      gosling serve /srv/site --host 10.0.0.2 --join 10.0.0.1:5701 --secret-file gosling.secret
                      gosling serve /srv/site --config config/node.yaml --port 9090\
                    """)
final class ServeVerb extends ServerVerb {
    @Override
    public List<Setting<?>> settings() {
        return NodeSettings.ALL;
    }

    @Override
    public ExitCode call() throws IOException, BadConfigurationException, InterruptedException {
        VerbInvocation called = called();
        SettingValues values = called.values();
        StopRequest stop = StopRequest.install();
        try (RunningNode node = RunningNode.start(values, called.again())) {
            SignalHandlerRegistry.on("USR1", node::reopenLog);
            SignalHandlerRegistry.on("HUP", node::reload);
            node.whenDrained(() -> stop.request("drained"));
            called.out().println(node.readyLine());
            called.out().flush();
            stop.await();
            ShutdownWatchdog.start(values.get(CommonSettings.DRAIN_DELAY)
                    .plus(values.get(CommonSettings.DRAIN))
                    .plus(values.get(WarmSettings.HAND_OVER))
                    .plus(values.get(ClusterTimeouts.LEAVE)));
            node.drain();
        }
        return ExitCode.OK;
    }
}
