package io.gosling.node.process;

import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;

/**
 * Checks that this JVM can open files whose names are not ASCII: outside Windows it takes their encoding from the
 * locale, and no JVM option changes that.
 */
public final class FileNameEncodingCheck {
    private static final System.Logger log = System.getLogger(FileNameEncodingCheck.class.getName());

    private FileNameEncodingCheck() {}

    /** Warns once, at the start, if some files cannot be served. */
    public static void warn() {
        String encoding = encoding();
        if (!isEnough(System.getProperty("os.name", ""), encoding)) {
            log.log(
                    Level.WARNING,
                    "the locale''s encoding is {0}: files whose names are not ASCII are answered 403;"
                            + " start with LC_ALL=C.UTF-8 or another locale with UTF-8",
                    encoding);
        }
    }

    /** The variables that a child's environment needs in addition to ours to open every file. */
    public static Map<String, String> environment() {
        return isEnough(System.getProperty("os.name", ""), encoding()) ? Map.of() : Map.of("LC_ALL", "C.UTF-8");
    }

    /** Returns true if names in this encoding reach every file of this system. Pure. */
    public static boolean isEnough(String system, String encoding) {
        return system.toLowerCase(Locale.ROOT).startsWith("windows") || encoding.equalsIgnoreCase("UTF-8");
    }

    private static String encoding() {
        return System.getProperty("sun.jnu.encoding", "UTF-8");
    }
}
