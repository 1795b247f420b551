package io.gosling.node;

/**
 * The entry point of the jar: runs {@link Main}, or says which Java is required where it is too old to load that.
 * Compiled for Java 8, by itself.
 */
public final class RequiredJava {
    private static final int LEAST = 25;
    /** The exit status of what does not fit this machine. */
    private static final int STATUS = 78;

    private RequiredJava() {}

    public static void main(String[] args) {
        String complaint =
                complaint(System.getProperty("java.specification.version", ""), System.getProperty("java.home"));
        if (complaint != null) {
            System.err.println(complaint);
            System.exit(STATUS);
        }
        Main.main(args);
    }

    /** The message for a version such as 1.8, 17 or 25; null where it is new enough. */
    static String complaint(String version, String home) {
        String major = version.startsWith("1.") ? version.substring(2) : version;
        return major.matches("[0-9]+") && Integer.parseInt(major) >= LEAST
                ? null
                : "gosling: this is Java " + version + " (" + home + "); expected Java " + LEAST
                        + " or newer: start with ./gosling, which finds one, or name yours, as in"
                        + " /usr/lib/jvm/jdk-" + LEAST + "/bin/java -jar gosling.jar serve DIR";
    }
}
