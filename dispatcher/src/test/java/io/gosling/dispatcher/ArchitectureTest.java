package io.gosling.dispatcher;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gosling.testing.ProductClasses;
import io.gosling.testing.ProductRules;

/** The arrows of docs/architecture.md that concern this module. */
@AnalyzeClasses(packages = "io.gosling", importOptions = ProductClasses.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule framingIsNotLeftToNetty = ProductRules.FRAMING_IS_NOT_LEFT_TO_NETTY;

    @ArchTest
    static final ArchRule policiesKnowOnlyTheLanguage = classes()
            .that()
            .resideInAPackage("io.gosling.dispatcher.policy..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "io.gosling.dispatcher.policy..", "io.gosling.settings..");

    @ArchTest
    static final ArchRule policiesReadNoClock = noClasses()
            .that()
            .resideInAPackage("io.gosling.dispatcher..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule theFrontEndKnowsNoObjectSpaceAndNoReplication = noClasses()
            .that()
            .resideInAPackage("io.gosling.dispatcher..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gosling.gos..", "io.gosling.replication..", "io.gosling.node..", "com.hazelcast..");

    @ArchTest
    static final ArchRule framesAndSessionsKnowOnlyTheLanguageAndSettings = classes()
            .that()
            .resideInAnyPackage("io.gosling.dispatcher.packet.frame", "io.gosling.dispatcher.packet.session")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "io.gosling.dispatcher.packet.frame",
                    "io.gosling.dispatcher.packet.session",
                    "io.gosling.settings");

    @ArchTest
    static final ArchRule packetsKnowNoServer = noClasses()
            .that()
            .resideInAPackage("io.gosling.dispatcher.packet..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gosling.http..", "io.gosling.netty..", "io.netty..");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("io.gosling.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule domainNames = noClasses()
            .that()
            .resideInAPackage("io.gosling.dispatcher..")
            .should()
            .haveNameMatching(".*\\.(Abstract\\w*|Default\\w*|\\w*Impl|\\w*Manager|\\w*Util|\\w*Utils|\\w*Helper)");
}
