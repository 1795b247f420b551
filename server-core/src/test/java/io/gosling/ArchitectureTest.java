package io.gosling;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gosling.testing.ProductClasses;
import io.gosling.testing.ProductRules;

/** The arrows of docs/architecture.md for this module. */
@AnalyzeClasses(packages = "io.gosling", importOptions = ProductClasses.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule FRAMING_IS_NOT_LEFT_TO_NETTY = ProductRules.FRAMING_IS_NOT_LEFT_TO_NETTY;

    @ArchTest
    static final ArchRule DOCUMENT_KNOWS_NOBODY = noClasses()
            .that()
            .resideInAPackage("io.gosling.document")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gosling", "io.gosling.http..", "io.gosling.site..", "io.gosling.netty..");

    @ArchTest
    static final ArchRule THE_ACCESS_LOG_KNOWS_SETTINGS_ONLY = classes()
            .that()
            .resideInAPackage("io.gosling.accesslog")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "io.gosling.accesslog", "io.gosling.settings");

    @ArchTest
    static final ArchRule HTTP_KNOWS_DOCUMENT_ONLY = noClasses()
            .that()
            .resideInAPackage("io.gosling.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gosling", "io.gosling.site..", "io.gosling.netty..");

    @ArchTest
    static final ArchRule SITE_KNOWS_HTTP_AND_DOCUMENT_ONLY = noClasses()
            .that()
            .resideInAPackage("io.gosling.site..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.gosling", "io.gosling.netty..");

    @ArchTest
    static final ArchRule TLS_KNOWS_DOCUMENT_LIMITS_SETTINGS_AND_HASHES_ONLY = classes()
            .that()
            .resideInAPackage("io.gosling.netty.tls")
            .should()
            .onlyDependOnClassesThat(not(resideInAPackage("io.gosling.."))
                    .or(resideInAnyPackage(
                            "io.gosling.common",
                            "io.gosling.document",
                            "io.gosling.netty.limits",
                            "io.gosling.netty.tls",
                            "io.gosling.settings",
                            "io.gosling.wire")));

    @ArchTest
    static final ArchRule ONLY_NETTY_KNOWS_CHANNELS_AND_CODECS = noClasses()
            .that()
            .resideOutsideOfPackage("io.gosling.netty..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty.channel..", "io.netty.bootstrap..", "io.netty.handler..");

    @ArchTest
    static final ArchRule ONLY_THE_EXTENSION_KNOWS_JUNIT = noClasses()
            .that()
            .resideOutsideOfPackage("io.gosling.junit")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.junit..", "io.gosling.junit");

    @ArchTest
    static final ArchRule COMMON_KNOWS_DOCUMENT_ONLY = classes()
            .that()
            .resideInAPackage("io.gosling.common")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "com.google.errorprone.annotations..",
                    "com.sun.management..",
                    "io.gosling.common",
                    "io.gosling.document");

    @ArchTest
    static final ArchRule WIRE_KNOWS_THE_JDK_ALONE = classes()
            .that()
            .resideInAPackage("io.gosling.wire")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "javax.crypto..", "org.jspecify..", "io.gosling.wire");

    @ArchTest
    static final ArchRule NO_CYCLES_OF_PARTS =
            slices().matching("io.gosling.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.gosling.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NAMES_ARE_NOUNS_OF_THE_DOMAIN = classes()
            .should()
            .haveNameNotMatching(".*(Manager|Utils?|Helper|Impl|Abstract[A-Z]\\w*|Default[A-Z]\\w*)(\\$.*)?");

    @ArchTest
    static final ArchRule TIME_IS_A_PARAMETER = noClasses()
            .that()
            .doNotHaveSimpleName("Ticker")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");
}
