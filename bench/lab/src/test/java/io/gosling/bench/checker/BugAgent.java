package io.gosling.bench.checker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Plants a bug in the process that it was loaded into, or takes it out again. */
public final class BugAgent {
    private static final long LATE_NANOS = 500_000_000;
    private static final ThreadLocal<Boolean> LATE = ThreadLocal.withInitial(() -> false);

    private BugAgent() {}

    /** Called by the JVM, with the name of a {@link PlantedBug}, and a minus before it to take it out. */
    public static void agentmain(String name, Instrumentation instrumentation) throws Exception {
        boolean out = name.startsWith("-");
        PlantedBug bug = PlantedBug.valueOf(out ? name.substring(1) : name);
        Class<?> type = Class.forName(bug.type(), false, ClassLoader.getSystemClassLoader());
        Planting planting = new Planting(bug, type);
        if (!out) {
            instrumentation.addTransformer(planting, true);
        }
        // Without a transformer the class is what its file says.
        instrumentation.retransformClasses(type);
        instrumentation.removeTransformer(planting);
        if (!out && planting.failure != null) {
            throw planting.failure;
        }
    }

    private static final class Planting implements ClassFileTransformer {
        private final PlantedBug bug;
        private final Class<?> type;
        private RuntimeException failure = new IllegalStateException("nothing was planted");

        Planting(PlantedBug bug, Class<?> type) {
            this.bug = bug;
            this.type = type;
        }

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
            if (redefined != type) {
                return null;
            }
            try {
                byte[] planted = bug.plant(original);
                failure = null;
                return planted;
            } catch (RuntimeException e) {
                failure = e;
                return null;
            }
        }
    }

    /** Has a purge applied after a while; false when that while is over and it is to be applied now. */
    public static boolean putOff(Object memory, Object record) {
        if (LATE.get()) {
            return false;
        }
        Thread.ofPlatform().daemon().start(() -> {
            LATE.set(true);
            LockSupport.parkNanos(LATE_NANOS);
            try {
                for (Method method : memory.getClass().getMethods()) {
                    if (method.getName().equals("learn")) {
                        method.invoke(memory, record, System.nanoTime());
                    }
                }
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(e);
            }
        });
        return true;
    }

    /** Writes the archive that a JVM loads this from. */
    static Path archive(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", BugAgent.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path archive = folder.resolve("planted.jar");
        String name = BugAgent.class.getName().replace('.', '/');
        String bug = PlantedBug.class.getName().replace('.', '/');
        try (OutputStream file = Files.newOutputStream(archive);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (String type : new String[] {name, name + "$Planting", bug, bug + "$Bodies"}) {
                out.putNextEntry(new ZipEntry(type + ".class"));
                try (InputStream in = BugAgent.class.getResourceAsStream("/" + type + ".class")) {
                    in.transferTo(out);
                }
            }
        }
        return archive;
    }
}
