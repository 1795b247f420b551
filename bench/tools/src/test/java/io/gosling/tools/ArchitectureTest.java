package io.gosling.tools;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gosling.testing.ProductRules;

@AnalyzeClasses(
        packages = {"io.gosling.command", "io.gosling.tools"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule framingIsNotLeftToNetty = ProductRules.FRAMING_IS_NOT_LEFT_TO_NETTY;

    @ArchTest
    static final ArchRule theParserAndTheGridStayBehindOurOwnTypes = noClasses()
            .that()
            .resideInAnyPackage("io.gosling.command..", "io.gosling.tools..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jsoup..", "com.hazelcast..");

    @ArchTest
    static final ArchRule theLoadGeneratorStartsNothingAndModelsNothing = noClasses()
            .that()
            .resideInAPackage("io.gosling.tools.load")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gosling.tools.calibrate", "io.gosling.tools.cluster", "io.gosling.tools.simulate");

    @ArchTest
    static final ArchRule modelsRunNoServer = noClasses()
            .that()
            .resideInAnyPackage("io.gosling.tools.simulate", "io.gosling.tools.trace", "io.gosling.tools.workload")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.gos.cluster..",
                    "io.gosling.gos.hazelcast..",
                    "io.gosling.gos.peer..",
                    "io.gosling.gos.quorum..",
                    "io.gosling.netty..",
                    "io.netty..");

    @ArchTest
    static final ArchRule namesAreNounsOfTheDomain = noClasses()
            .that()
            .resideInAnyPackage("io.gosling.command..", "io.gosling.tools..")
            .should()
            .haveNameMatching(".*(Manager|Util|Utils|Helper|Impl|Abstract|Default)(\\$.*)?");

    @ArchTest
    static final ArchRule nodeAndLabAreNotKnown =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("io.gosling.node..", "io.gosling.bench..");

    @ArchTest
    static final ArchRule verbsKnowSettingsOnly = noClasses()
            .that()
            .resideInAPackage("io.gosling.command")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("java..", "org.jspecify..", "io.gosling.command", "io.gosling.settings");

    @ArchTest
    static final ArchRule thereIsNoCycle =
            slices().matching("io.gosling.(**)").should().beFreeOfCycles();
}
