package io.gosling.node.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.CacheSettings;
import io.gosling.node.process.JvmMemoryOptions;
import io.gosling.node.process.StartupMemoryCheck;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests for Kubernetes against the verbs and settings that there are, and against each other. */
class KubernetesTest {
    /** Of the probes, as {@code AdminApiHandler} answers them. */
    private static final List<String> PROBES = List.of("livez", "readyz");

    @TempDir
    private Path folder;

    private static List<Manifest> manifests() throws IOException {
        List<Manifest> all = new ArrayList<>();
        for (String file : List.of("nodes.yaml", "front-ends.yaml")) {
            all.addAll(Manifest.all(file, PackageSources.read("kubernetes/" + file)));
        }
        return all;
    }

    private static Manifest one(String kind, String name) throws IOException {
        return manifests().stream()
                .filter(manifest ->
                        manifest.kind().equals(kind) && manifest.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + kind + " " + name));
    }

    private static Manifest pod(String kind, String name) throws IOException {
        return one(kind, name).at("spec", "template", "spec");
    }

    private SettingValues settings(String map, String file, List<Setting<?>> known) throws Exception {
        String text = one("ConfigMap", map).at("data", file).text();
        String all = text.replaceAll("(?m)^# ([a-z-]+: )", "$1");
        YamlConfigurationReader.read(Files.writeString(folder.resolve("all-" + file), all), known);
        return YamlConfigurationReader.read(Files.writeString(folder.resolve(file), text), known);
    }

    private SettingValues ofNodes() throws Exception {
        return settings("gosling-nodes", "gosling.yaml", NodeSettings.ALL);
    }

    private SettingValues ofFrontEnds() throws Exception {
        return settings("gosling-front-ends", "front-end.yaml", DispatchSettings.ALL);
    }

    @Test
    void thePodsRunCommandsThatThereAre() throws Exception {
        for (Manifest pod : List.of(pod("StatefulSet", "gosling-nodes"), pod("Deployment", "gosling-front-ends"))) {
            Manifest container = pod.at("containers").only();
            List<String> arguments = container.at("args").texts().stream()
                    .map(argument ->
                            argument.replace("$(POD_IP)", "10.1.2.3").replace("$(POD_NAME)", "gosling-nodes-0"))
                    .toList();
            PackageSources.requireArguments(arguments);
            for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
                List<String> command = container.at(probe, "exec", "command").texts();
                assertEquals("gosling-probe", command.getFirst());
                assertTrue(PROBES.contains(command.getLast()), command::toString);
            }
        }
    }

    @Test
    void membersFindEachOtherByTheHeadlessService() throws Exception {
        for (List<HostPort> join :
                List.of(ofNodes().get(CommonSettings.JOIN), ofFrontEnds().get(DispatchSettings.JOIN))) {
            Manifest service = one("Service", join.getFirst().host()).at("spec");
            assertEquals("None", service.at("clusterIP").text());
            assertEquals("true", service.at("publishNotReadyAddresses").text());
            assertTrue(ports(service).contains(Integer.toString(join.getFirst().port())));
        }
        // A free one would be another after each start, behind a policy that names ports.
        String serving = Integer.toString(ofNodes().get(NodeSettings.SERVING_PORT));
        List<String> encrypted =
                List.of(NodeSettings.PEER_PORT.initial(), serving, CommonSettings.CLUSTER_PORT.initial());
        assertEquals(
                Stream.concat(Stream.of(CommonSettings.PORT.initial()), encrypted.stream())
                        .toList(),
                ports(one("Service", "gosling-nodes").at("spec")));
        assertEquals(
                encrypted,
                ports(one("NetworkPolicy", "gosling-nodes")
                        .at("spec", "ingress")
                        .only()));
    }

    private static List<String> ports(Manifest owner) {
        return owner.at("ports").items().stream()
                .map(port -> port.at("port").text())
                .toList();
    }

    @Test
    void aPodHasTheTimeThatAnOrderlyStopTakes() throws Exception {
        assertStop(ofNodes(), pod("StatefulSet", "gosling-nodes"));
        assertStop(ofFrontEnds(), pod("Deployment", "gosling-front-ends"));
    }

    private static void assertStop(SettingValues values, Manifest pod) {
        Duration leave = Duration.ofSeconds(5);
        Duration guard = Duration.ofSeconds(10);
        Duration stop = values.get(CommonSettings.DRAIN_DELAY)
                .plus(values.get(CommonSettings.DRAIN))
                .plus(leave)
                .plus(guard);
        long grace = Long.parseLong(pod.at("terminationGracePeriodSeconds").text());
        assertTrue(grace > stop.toSeconds(), () -> pod.path() + ": " + grace + " s; it may take " + stop);
        assertTrue(values.get(CommonSettings.DRAIN_DELAY).toSeconds() > 0, "load balancers learn late that a pod goes");
    }

    @Test
    void theCacheFitsIntoTheLimitOfItsPod() throws Exception {
        String limit = pod("StatefulSet", "gosling-nodes")
                .at("containers")
                .only()
                .at("resources", "limits", "memory")
                .text();
        long machine = ByteSizeFormat.parse(limit.replaceFirst("i$", "iB"));
        CacheSettings cache = CacheSettings.of(ofNodes().get(CacheSettings.MEMORY));
        JvmMemoryOptions shape = JvmMemoryOptions.forNode(cache, machine);
        StartupMemoryCheck.require(cache, new StartupMemoryCheck.Limits(shape.direct(), shape.heap(), machine));
    }

    @Test
    void selectorsAndVolumesNameWhatThereIs() throws Exception {
        for (Manifest owner : List.of(one("StatefulSet", "gosling-nodes"), one("Deployment", "gosling-front-ends"))) {
            String name = owner.name();
            String label =
                    owner.at("spec", "template", "metadata", "labels", "app").text();
            assertEquals(
                    label, owner.at("spec", "selector", "matchLabels", "app").text());
            assertEquals(
                    label,
                    one("PodDisruptionBudget", name)
                            .at("spec", "selector", "matchLabels", "app")
                            .text());
            Manifest pod = owner.at("spec", "template", "spec");
            List<String> volumes = pod.at("volumes").items().stream()
                    .map(volume -> volume.at("name").text())
                    .toList();
            for (Manifest mount : pod.at("containers").only().at("volumeMounts").items()) {
                assertTrue(volumes.contains(mount.at("name").text()), mount::path);
            }
            for (Manifest volume : pod.at("volumes").items()) {
                if (volume.has("configMap")) {
                    one("ConfigMap", volume.at("configMap", "name").text());
                }
            }
        }
        assertEquals(
                one("Deployment", "gosling-front-ends")
                        .at("metadata", "labels", "app")
                        .text(),
                one("Service", "gosling").at("spec", "selector", "app").text());
        for (SettingValues values : List.of(ofNodes(), ofFrontEnds())) {
            assertEquals(
                    "/etc/gosling-secret/secret",
                    values.get(CommonSettings.SECRET_FILE).toString());
        }
    }
}
