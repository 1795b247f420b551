package io.gosling.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.gosling.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule the_parser_and_the_grid_stay_behind_our_own_types = noClasses()
            .that()
            .resideInAPackage("io.gosling.bench")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jsoup..", "com.hazelcast..");

    @ArchTest
    static final ArchRule names_are_nouns_of_the_domain = noClasses()
            .that()
            .resideInAPackage("io.gosling.bench")
            .should()
            .haveNameMatching(".*(Manager|Util|Utils|Helper|Impl|Abstract|Default)(\\$.*)?");
}
