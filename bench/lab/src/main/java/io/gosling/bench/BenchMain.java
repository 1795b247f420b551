package io.gosling.bench;

/** The entry point: {@code java -jar gosling-bench.jar VERB ...}, which the launcher calls {@code gosling bench}. */
public final class BenchMain {
    private BenchMain() {}

    public static void main(String[] args) {
        io.gosling.node.Main.run("gosling bench", args);
    }
}
