package io.gosling.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;

/** Rules of the architecture that hold in every module. */
public final class ProductRules {
    /**
     * Netty's {@code HttpUtil} finds bodies that no header announces; {@link io.gosling.netty.http1.MessageFraming}
     * follows RFC 9112.
     */
    public static final ArchRule FRAMING_IS_NOT_LEFT_TO_NETTY =
            noClasses().should().dependOnClassesThat().haveFullyQualifiedName("io.netty.handler.codec.http.HttpUtil");

    private ProductRules() {}
}
