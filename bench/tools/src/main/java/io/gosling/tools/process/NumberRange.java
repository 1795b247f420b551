package io.gosling.tools.process;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The bounds of an option that is a number, or of each of a list of numbers; both are included. Checked for verbs that
 * extend {@link ReportingVerb}, and for their mixins.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface NumberRange {
    double least();

    double most();

    String unit() default "";
}
