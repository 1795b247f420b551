package io.gosling.gos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gosling.testing.ProductClasses;
import io.gosling.testing.ProductRules;

/** The arrows of docs/architecture.md, as far as they begin here. */
@AnalyzeClasses(packages = "io.gosling", importOptions = ProductClasses.class)
class ArrowsTest {
    @ArchTest
    static final ArchRule framingIsNotLeftToNetty = ProductRules.FRAMING_IS_NOT_LEFT_TO_NETTY;

    @ArchTest
    static final ArchRule theIdeasKnowNeitherHazelcastNorTheNetwork = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.gosling.gos",
                    "io.gosling.gos.memory",
                    "io.gosling.gos.membership",
                    "io.gosling.gos.objecttable",
                    "io.gosling.gos.purge",
                    "io.gosling.gos.repository",
                    "io.gosling.gos.space",
                    "io.gosling.gos.warm")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "com.hazelcast..",
                    "io.gosling.gos.cluster..",
                    "io.gosling.gos.hazelcast..",
                    "io.gosling.gos.peer..",
                    "io.gosling.gos.quorum..",
                    "io.gosling.netty..",
                    "io.netty.channel..",
                    "io.netty.handler..");

    @ArchTest
    static final ArchRule linksKnowNeitherThePeerChannelNorHazelcast = classes()
            .that()
            .resideInAPackage("io.gosling.gos.link..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.gos.link..",
                    "io.gosling.gos.membership",
                    "io.gosling.gos.memory",
                    "io.gosling.gos.objecttable",
                    "io.gosling.gos.quorum",
                    "io.gosling.gos.repository",
                    "io.gosling.gos.space",
                    "io.gosling.caching",
                    "io.gosling.common",
                    "io.gosling.document",
                    "io.gosling.http",
                    "io.gosling.netty.exchange",
                    "io.gosling.netty.listen",
                    "io.gosling.netty.tls",
                    "io.gosling.netty.transport",
                    "io.gosling.purge.message",
                    "io.gosling.wire",
                    "io.netty..",
                    "java..",
                    "javax.net.ssl..",
                    "org.jspecify..",
                    "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule theModuleKnowsOnlyWhatIsBelowIt = classes()
            .that()
            .resideInAnyPackage("io.gosling.gos..", "io.gosling.caching..", "io.gosling.origin..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.gos..",
                    "io.gosling.purge..",
                    "io.gosling.caching..",
                    "io.gosling.origin..",
                    "io.gosling.common..",
                    "io.gosling.document..",
                    "io.gosling.http..",
                    "io.gosling.netty..",
                    "io.gosling.settings",
                    "io.gosling.structured",
                    "io.gosling.wire",
                    "io.netty..",
                    "com.hazelcast..",
                    "java..",
                    "javax.crypto..",
                    "javax.net.ssl..",
                    "org.jspecify..",
                    "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule hazelcastsConnectionsAreKnownToTheirEncryptionAlone = noClasses()
            .that()
            .resideOutsideOfPackage("io.gosling.gos.hazelcast.tls")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.hazelcast.internal.networking..");

    @ArchTest
    static final ArchRule purgesKnowTheWireFormatAndTheJdkAlone = classes()
            .that()
            .resideInAPackage("io.gosling.purge..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.gosling.purge..", "io.gosling.wire", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule replacementKnowsTheJdkAndSettings = classes()
            .that()
            .resideInAPackage("io.gosling.gos.replacement")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.gosling.gos.replacement", "io.gosling.settings", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule theDiskKnowsTheJdkDocumentsAndSettings = classes()
            .that()
            .resideInAPackage("io.gosling.gos.disk")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.document",
                    "io.gosling.gos.disk",
                    "io.gosling.settings",
                    "java..",
                    "org.jspecify..",
                    "com.google.errorprone.annotations..");

    @ArchTest
    static final ArchRule whatMayBeDoneWithAResponseIsJudgedWithoutAClockOrAStore = classes()
            .that()
            .resideInAPackage("io.gosling.caching")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.caching",
                    "io.gosling.http",
                    "io.gosling.structured",
                    "io.gosling.wire",
                    "java..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule aResponseIsJudgedAtATimeThatIsGiven = noClasses()
            .that()
            .resideInAnyPackage("io.gosling.caching..", "io.gosling.origin..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule noPackageCycles =
            slices().matching("io.gosling.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule namesAreDomainNouns = noClasses()
            .that()
            .resideInAnyPackage("io.gosling.gos..", "io.gosling.purge..")
            .should()
            .haveNameMatching(".*(Manager|Util|Utils|Helper|Impl)")
            .orShould()
            .haveSimpleNameStartingWith("Abstract")
            .orShould()
            .haveSimpleNameStartingWith("Default");

    @ArchTest
    static final ArchRule timeIsAParameterOfTheIdeas = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.gosling.gos",
                    "io.gosling.gos.memory",
                    "io.gosling.gos.membership",
                    "io.gosling.gos.objecttable",
                    "io.gosling.gos.purge",
                    "io.gosling.gos.replacement",
                    "io.gosling.gos.space",
                    "io.gosling.gos.warm",
                    "io.gosling.purge..")
            .and()
            .doNotHaveSimpleName("DocumentFetch")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");
}
