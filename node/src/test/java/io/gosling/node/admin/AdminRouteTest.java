package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the routes of the admin port against their description. */
class AdminRouteTest {
    @Test
    void theDescriptionHasEveryRouteWithItsRoleAndNoOther() throws Exception {
        Set<String> described = new TreeSet<>();
        StatusReport.map(AdminClient.parse(AdminApiHandler.description()), "paths")
                .forEach((path, methods) -> {
                    for (Map.Entry<?, ?> method : ((Map<?, ?>) methods).entrySet()) {
                        if (method.getValue() instanceof Map<?, ?> operation) {
                            described.add(method.getKey() + " " + path + " " + operation.get("x-role"));
                        }
                    }
                });
        Set<String> routes = new TreeSet<>();
        for (AdminRoute route : AdminRoute.values()) {
            if (!route.isOfPage()) {
                routes.add(route.method().toLowerCase(Locale.ROOT) + " " + route.path() + " "
                        + route.role().label());
            }
        }
        assertEquals(routes, described);
    }

    @Test
    void everyRouteIsFoundByItsPathAndMethodAlone() {
        for (AdminRoute route : AdminRoute.values()) {
            String path = route.path().replace("{key}", "a%2Fb");
            assertEquals(
                    route,
                    AdminRoute.at(path).stream()
                            .filter(one -> one.takes(route.method()))
                            .findFirst()
                            .orElseThrow());
        }
        assertEquals(
                0,
                Stream.of("", "*", "/object", "/livez/", "//livez", "/LIVEZ", "/objects")
                        .mapToInt(path -> AdminRoute.at(path).size())
                        .sum());
    }
}
