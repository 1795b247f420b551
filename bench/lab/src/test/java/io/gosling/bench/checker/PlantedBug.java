package io.gosling.bench.checker;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;

/**
 * A mistake in one method of the product, as somebody might make it; the checker has to find it. Nothing in the product
 * knows of them: the method's code is changed in the running process. Runs in the nodes' processes, and needs nothing
 * but the JDK.
 */
enum PlantedBug {
    /** A fill is held against the purges up to its end, and not up to its beginning: one that was overtaken is kept. */
    KEPT_FILL("gos.memory.ResponseMemory", "keep", true, Bodies::takePermitNow),
    /** The same for a 304 that was on its way: a purged copy comes back. */
    REFRESHED_COPY("gos.memory.ResponseMemory", "freshen", true, Bodies::takePermitNow),
    /** A request that arrives after a purge joins a fetch that began before it. */
    JOINED_FILL(
            "gos.memory.ResponseMemory$Permit",
            "isUntouched",
            false,
            code -> code.iconst_1().ireturn()),
    /** The fast lane looks at no purge. */
    BLIND_FAST_LANE(
            "gos.memory.LocalObjectCache",
            "isGood",
            false,
            code -> code.iconst_1().ireturn()),
    /** Copies are kept without their tags. */
    LOST_TAGS("gos.memory.InMemoryObject", "tags", false, Bodies::returnNoTags),
    /** A purge is acknowledged first and applied a moment later. */
    ACKNOWLEDGED_FIRST("gos.memory.PurgeableMemory", "learn", true, Bodies::putOff),
    /** A node serves from memory whether it has a lease or not. */
    IGNORED_LEASE("purge.CurrentLease", "holds", false, code -> code.iconst_1().ireturn()),
    /** A lease is counted from when the voter's answer came, and not from when it was asked. */
    LEASE_FROM_THE_ANSWER(
            "purge.QuorumRules", "leaseUntil", true, code -> code.lload(3).lstore(1)),
    /** A voter names nobody who might hold a lease. */
    FORGOTTEN_LESSEES(
            "purge.QuorumRules", "isLessee", false, code -> code.iconst_0().ireturn()),
    /** A softly purged object is stale only from the moment at which a node heard of the purge, however late. */
    STALE_SINCE_HEARD("purge.CurrentLease", "awaitedUntil", false, Bodies::returnNow);

    private static final String PACKAGE = "io.gosling.";

    private final String type;
    private final String method;
    private final boolean before;

    @SuppressWarnings("ImmutableEnumChecker") // it has no state
    private final Consumer<CodeBuilder> code;

    /**
     * @param before whether the method goes on behind the code; otherwise that is all of it
     * @param code what is planted
     */
    PlantedBug(String type, String method, boolean before, Consumer<CodeBuilder> code) {
        this.type = PACKAGE + type;
        this.method = method;
        this.before = before;
        this.code = code;
    }

    /** The class that has the method. */
    String type() {
        return type;
    }

    /**
     * The class with the bug in it.
     *
     * @throws IllegalStateException when there is no such method, or more than one: then there would be no bug
     */
    byte[] plant(byte[] original) {
        ClassModel model = ClassFile.of().parse(original);
        long found = model.methods().stream().filter(this::isMeant).count();
        if (found != 1) {
            throw new IllegalStateException(type + " has " + found + " methods " + method + " with code; expected 1");
        }
        return ClassFile.of()
                .transformClass(model, ClassTransform.transformingMethods(this::isMeant, (builder, part) -> {
                    if (part instanceof CodeModel old) {
                        builder.withCode(made -> {
                            code.accept(made);
                            if (before) {
                                old.forEach(made::with);
                            }
                        });
                    } else {
                        builder.with(part);
                    }
                }));
    }

    private boolean isMeant(MethodModel candidate) {
        return candidate.methodName().equalsString(method) && candidate.code().isPresent();
    }

    private static final class Bodies {
        private static final ClassDesc MEMORY = ClassDesc.of(PACKAGE + "gos.memory.ResponseMemory");
        private static final ClassDesc PERMIT = ClassDesc.of(PACKAGE + "gos.memory.ResponseMemory$Permit");
        private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
        private static final ClassDesc SET = ClassDesc.of("java.util.Set");
        private static final ClassDesc AGENT = ClassDesc.of(PACKAGE + "bench.checker.BugAgent");

        /** {@code permit = this.permit("");} */
        static void takePermitNow(CodeBuilder code) {
            code.aload(0)
                    .ldc("")
                    .invokevirtual(MEMORY, "permit", MethodTypeDesc.of(PERMIT, ConstantDescs.CD_String))
                    .astore(1);
        }

        /** {@code return Set.of();} */
        static void returnNoTags(CodeBuilder code) {
            code.invokestatic(SET, "of", MethodTypeDesc.of(SET), true).areturn();
        }

        /** {@code return System.nanoTime();} */
        static void returnNow(CodeBuilder code) {
            code.invokestatic(SYSTEM, "nanoTime", MethodTypeDesc.of(ConstantDescs.CD_long))
                    .lreturn();
        }

        /** {@code if (BugAgent.putOff(this, record)) return;} */
        static void putOff(CodeBuilder code) {
            Label now = code.newLabel();
            MethodTypeDesc type =
                    MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object);
            code.aload(0)
                    .aload(1)
                    .invokestatic(AGENT, "putOff", type)
                    .ifeq(now)
                    .return_()
                    .labelBinding(now);
        }
    }
}
