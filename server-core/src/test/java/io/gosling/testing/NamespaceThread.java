package io.gosling.testing;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A thread inside a network namespace of Linux: a socket belongs to the namespace in which it was opened, whichever
 * thread uses it afterwards. For all threads; tasks run one after the other.
 */
public final class NamespaceThread implements AutoCloseable {
    /** The directory in which {@code ip netns} has the namespaces. */
    public static final Path FOLDER = Path.of("/run/netns");

    private final ExecutorService thread;

    /** @param name as {@code ip netns} knows it */
    public NamespaceThread(String name) throws IOException {
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("inside " + name).factory());
        try {
            in(() -> {
                enter(FOLDER.resolve(name));
                return name;
            });
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Does something short there. */
    public <T> T in(Callable<T> task) throws IOException {
        try {
            return thread.submit(task).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError wrong) {
                throw wrong;
            }
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Moves the calling thread: {@code setns(open(path, O_RDONLY), CLONE_NEWNET)}. */
    @SuppressWarnings("restricted")
    private static void enter(Path namespace) throws IOException {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle open = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("open"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
            MethodHandle setns = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("setns"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            MethodHandle close = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("close"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            int file = (int) open.invokeExact(arena.allocateFrom(namespace.toString()), 0);
            int entered = (int) setns.invokeExact(file, 0x40000000);
            int closed = (int) close.invokeExact(file);
            if (entered != 0 || closed != 0) {
                throw new IOException("this thread may not enter " + namespace);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    /** Ends the thread; the namespace stays. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
