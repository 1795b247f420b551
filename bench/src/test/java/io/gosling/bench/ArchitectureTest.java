package io.gosling.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gosling.testing.ProductRules;

@AnalyzeClasses(packages = "io.gosling.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule framingIsNotLeftToNetty = ProductRules.FRAMING_IS_NOT_LEFT_TO_NETTY;

    @ArchTest
    static final ArchRule theParserAndTheGridStayBehindOurOwnTypes = noClasses()
            .that()
            .resideInAPackage("io.gosling.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jsoup..", "com.hazelcast..");

    @ArchTest
    static final ArchRule theComparisonWithPeersStandsAlone = noClasses()
            .that()
            .resideInAPackage("io.gosling.bench.peers")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gosling.bench")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule theLoadGeneratorStartsNothingAndModelsNothing = noClasses()
            .that()
            .resideInAPackage("io.gosling.bench.load")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.bench",
                    "io.gosling.bench.calibrate",
                    "io.gosling.bench.fleet",
                    "io.gosling.bench.lard",
                    "io.gosling.bench.peers",
                    "io.gosling.bench.simulate",
                    "io.gosling.bench.space");

    @ArchTest
    static final ArchRule modelsRunNoServer = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.gosling.bench.policies",
                    "io.gosling.bench.simulate",
                    "io.gosling.bench.trace",
                    "io.gosling.bench.workload")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.bench",
                    "io.gosling.bench.peers",
                    "io.gosling.gos.cluster..",
                    "io.gosling.gos.hazelcast..",
                    "io.gosling.gos.peer..",
                    "io.gosling.gos.quorum..",
                    "io.gosling.netty..",
                    "io.netty..");

    @ArchTest
    static final ArchRule namesAreNounsOfTheDomain = noClasses()
            .that()
            .resideInAPackage("io.gosling.bench..")
            .should()
            .haveNameMatching(".*(Manager|Util|Utils|Helper|Impl|Abstract|Default)(\\$.*)?");
}
