package io.gosling.replication;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.gosling.replication", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule packages_have_no_cycles = slices().matching("io.gosling.replication.(**)..")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule the_link_graph_is_pure = classes()
            .that()
            .resideInAPackage("io.gosling.replication.graph")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.gosling.replication.graph",
                    "java.lang..",
                    "java.util",
                    "java.util.function",
                    "java.util.regex",
                    "java.util.stream",
                    "java.nio",
                    "java.nio.charset",
                    "org.jsoup..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule only_the_link_graph_knows_jsoup = noClasses()
            .that()
            .resideOutsideOfPackage("io.gosling.replication.graph")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jsoup..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule names_are_nouns_of_the_domain =
            noClasses().should().haveNameMatching(".*(Manager|Util|Utils|Helper|Impl|Abstract|Default)(\\$.*)?");
}
