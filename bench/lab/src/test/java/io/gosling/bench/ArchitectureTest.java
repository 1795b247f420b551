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
            .resideInAnyPackage("io.gosling.bench", "io.gosling.bench.crawl", "io.gosling.bench.micro")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule namesAreNounsOfTheDomain = noClasses()
            .that()
            .resideInAPackage("io.gosling.bench..")
            .should()
            .haveNameMatching(".*(Manager|Util|Utils|Helper|Impl|Abstract|Default)(\\$.*)?");
}
