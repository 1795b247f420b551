package io.gosling.node.report;

import io.gosling.node.report.MemberAdminPorts.Silence;
import io.gosling.settings.HostPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The statuses of all members of a cluster, and by name the reasons why others gave none.
 *
 * @param statuses that of the member that was asked first
 * @param nanos when they had come, by {@link System#nanoTime}
 */
public record ClusterStatus(List<Map<?, ?>> statuses, Map<String, Silence> silent, long nanos) {
    /**
     * Asks a member, which asks the nodes of its cluster, and then those members that only their own admin ports reach.
     * Blocks.
     *
     * @throws IOException when the first member does not answer
     */
    public static ClusterStatus ask(AdminClient client, AdminAddress address, MemberAdminPorts.Reach reach)
            throws IOException, InterruptedException {
        List<Map<?, ?>> statuses = new ArrayList<>();
        Map<String, Silence> silent = new LinkedHashMap<>();
        for (Map<?, ?> one : client.statuses(address)) {
            if ("silent".equals(one.get("kind"))) {
                silent.put(StatusReport.text(one, "name"), Silence.of(one));
            } else {
                statuses.add(one);
            }
        }
        MemberAdminPorts members = MemberAdminPorts.of(statuses.getFirst(), reach);
        Predicate<String> answered = name -> statuses.stream().anyMatch(status -> StatusReport.isOf(name, status))
                || silent.get(name) instanceof Silence known && known.state().equals("silent");
        members.elsewhere().keySet().removeIf(answered);
        members.here().keySet().removeIf(answered);
        silent.keySet().removeAll(members.here().keySet());
        silent.putAll(members.elsewhere());
        for (Map.Entry<String, HostPort> member : members.here().entrySet()) {
            String port = member.getValue().toString();
            try {
                Map<?, ?> status = client.status(member.getValue());
                if (StatusReport.isOf(member.getKey(), status)) {
                    statuses.add(status);
                } else {
                    String other = StatusReport.text(status, "name");
                    silent.put(member.getKey(), new Silence("silent", port, other + " answers at " + port));
                }
            } catch (IOException e) {
                silent.put(member.getKey(), new Silence("silent", port, "at " + port + ": " + AdminClient.reason(e)));
            }
        }
        return new ClusterStatus(statuses, silent, System.nanoTime());
    }
}
