package io.gosling.replication;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gosling.testing.ProductRules;

@AnalyzeClasses(packages = "io.gosling.replication", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule framingIsNotLeftToNetty = ProductRules.FRAMING_IS_NOT_LEFT_TO_NETTY;

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("io.gosling.replication.(**)..")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theLinkGraphIsPure = classes()
            .that()
            .resideInAPackage("io.gosling.replication.graph")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.replication.graph",
                    "java.lang..",
                    "io.gosling.document",
                    "java.util",
                    "java.util.function",
                    "java.util.regex",
                    "java.util.stream",
                    "java.nio",
                    "java.nio.charset",
                    "org.jsoup..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule pagesArePutTogetherWithoutFilesAndNetwork = classes()
            .that()
            .resideInAPackage("io.gosling.replication.page")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.replication.page",
                    "io.gosling.replication.graph",
                    "io.gosling.document",
                    "io.gosling.settings",
                    "io.netty.buffer",
                    "java.lang..",
                    "java.util",
                    "java.util.function",
                    "java.util.regex",
                    "java.util.stream",
                    "java.nio",
                    "java.nio.charset",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule plansNeedTheJdkAndSettingsAlone = classes()
            .that()
            .resideInAPackage("io.gosling.replication.plan")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.replication.plan",
                    "io.gosling.settings",
                    "java.lang..",
                    "java.time",
                    "java.util",
                    "java.util.function",
                    "java.util.random",
                    "java.util.stream",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule onlyWhoServesKnowsHttp = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.gosling.replication.coop",
                    "io.gosling.replication.home",
                    "io.gosling.replication.members",
                    "io.gosling.replication.serve")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gosling.http..", "io.gosling.netty..");

    @ArchTest
    static final ArchRule theModuleKnowsNeitherTheClusterNorTheNode = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.hazelcast..", "io.gosling.gos..", "io.gosling.dispatcher..", "io.gosling.node..");

    @ArchTest
    static final ArchRule onlyTheLinkGraphKnowsJsoup = noClasses()
            .that()
            .resideOutsideOfPackage("io.gosling.replication.graph")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jsoup..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule namesAreNounsOfTheDomain =
            noClasses().should().haveNameMatching(".*(Manager|Util|Utils|Helper|Impl|Abstract|Default)(\\$.*)?");
}
