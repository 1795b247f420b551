package io.gosling.bench.gos;

import io.gosling.tools.cluster.NodeProcesses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A node that is unlike the others.
 *
 * @param transport as {@code --transport} takes it
 * @param language of its default locale, with the country and, behind another hyphen, a variant
 * @param interpreted whether its JVM compiles nothing
 */
record HeterogeneousNode(
        String transport, String heap, int percent, String language, String charset, boolean interpreted) {
    /**
     * Turkish writes the small letter of I without a dot, that Thai locale writes other digits, and none of the
     * charsets but the first has all letters of the objects' paths.
     */
    static final List<HeterogeneousNode> ALL = List.of(
            new HeterogeneousNode("auto", "192m", 40, "en-US", "UTF-8", false),
            new HeterogeneousNode("nio", "128m", 20, "tr-TR", "ISO-8859-1", false),
            new HeterogeneousNode("auto", "96m", 10, "th-TH-TH", "US-ASCII", false),
            new HeterogeneousNode("nio", "160m", 40, "ja-JP", "windows-31j", true));

    /** Two that differ in everything but in whether they compile: what does not takes its time to start. */
    static final List<HeterogeneousNode> FEW = ALL.subList(1, 3);

    /** @param weight as {@code --weight} takes it */
    NodeProcesses.Shape shape(long memory, String cooperation, String weight) {
        List<String> jvm = new ArrayList<>();
        String[] parts = language.split("-");
        String[] names = {"user.language", "user.country", "user.variant"};
        for (int i = 0; i < parts.length; i++) {
            jvm.add("-D" + names[i] + "=" + parts[i]);
        }
        jvm.add("-Dfile.encoding=" + charset);
        // As NodeProcesses.Shape.steady: otherwise the second compiler takes a third of a small part of a CPU for
        // minutes.
        jvm.add(interpreted ? "-Xint" : "-XX:TieredStopAtLevel=1");
        return new NodeProcesses.Shape(
                heap,
                Long.toString(memory),
                List.of("--transport", transport, "--cooperation", cooperation, "--weight", weight),
                jvm,
                // A start-up cache has what compilers learnt, which a JVM without them cannot use.
                interpreted ? Map.of("GOSLING_AOT", "off") : Map.of());
    }

    String compiles() {
        return interpreted ? "interpreted" : "compiled";
    }
}
