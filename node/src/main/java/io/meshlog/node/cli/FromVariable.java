package io.meshlog.node.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The environment variables of an option, first wins, where it is not the {@code MESHLOG_<OPTION>} of the rule. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FromVariable {
    String[] value();
}
