package io.gosling.node;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.gosling.testing.ProductClasses;
import io.gosling.testing.ProductRules;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md, as far as they begin or end here. */
class ArrowsTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new ProductClasses()).importPackages("io.gosling");

    private static final String NODE = "io.gosling.node";

    @Test
    void framingIsNotLeftToNetty() {
        ProductRules.FRAMING_IS_NOT_LEFT_TO_NETTY.check(CLASSES);
    }

    @Test
    void nobodyButTheBenchKnowsTheNode() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.gosling.node..", "io.gosling.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.gosling.node..")
                .check(CLASSES);
    }

    @Test
    void settingsAndAdminKnowNeitherEachOtherNorTheVerbs() {
        noClasses()
                .that()
                .resideInAPackage("io.gosling.node.settings..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others("settings", "reload"))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.gosling.node.admin..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others("admin"))
                .check(CLASSES);
    }

    @Test
    void reloadingKnowsSettingsAndNothingElseOfTheNode() {
        noClasses()
                .that()
                .resideInAPackage("io.gosling.node.reload..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others("reload", "settings"))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage("io.gosling.node.settings..", "io.gosling.node.admin..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.gosling.node.reload..")
                .check(CLASSES);
    }

    @Test
    void librariesStayWhereTheyBelong() {
        noClasses()
                .that()
                .resideInAPackage("io.gosling.node..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.hazelcast..", "org.jsoup..", "io.netty.channel..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.gosling.node.admin..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "io.prometheus..")
                .check(CLASSES);
    }

    @Test
    void thereIsNoCycle() {
        slices().matching("io.gosling.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void namesAreNouns() {
        classes()
                .that()
                .resideInAPackage("io.gosling.node..")
                .should()
                .haveNameNotMatching(".*(Manager|Util|Utils|Helper|Impl|Abstract|Default)[A-Z]?[^.]*")
                .check(CLASSES);
    }

    /** The packages of the node but these. */
    private static String[] others(String... these) {
        return CLASSES.stream()
                .map(c -> c.getPackageName())
                .filter(name -> name.equals(NODE) || name.startsWith(NODE + "."))
                .filter(name -> Stream.of(these).noneMatch(one -> name.equals(NODE + "." + one)))
                .distinct()
                .toArray(String[]::new);
    }
}
