package io.meshlog.node.cli;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every option as {@code MESHLOG_<OPTION>}: {@code --sync-interval} is {@code MESHLOG_SYNC_INTERVAL}. A flag beats
 * the environment, the environment beats the default.
 */
public final class EnvironmentDefaults implements IDefaultValueProvider {
    /**
     * The {@code split} of every repeatable option. Variables separate values by commas; flags take a comma as it
     * is, since names may hold one. No value may hold this control.
     */
    public static final String BETWEEN = "\u001f";

    private final Terminal terminal;

    public EnvironmentDefaults(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) {
        String name = variableOf(arg);
        String value = name == null ? null : terminal.variable(name);
        return value == null || !arg.isMultiValue() ? value : value.replace(",", BETWEEN);
    }

    /** The variable that gives the option its value now, or null where none does. */
    @Nullable
    String variableOf(ArgSpec arg) {
        if (!(arg instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        for (String name : names(option)) {
            if (terminal.variable(name) != null) {
                return name;
            }
        }
        return null;
    }

    private static List<String> names(OptionSpec option) {
        if (option.userObject() instanceof AnnotatedElement element) {
            FromVariable named = element.getAnnotation(FromVariable.class);
            if (named != null) {
                return List.of(named.value());
            }
        }
        String name = option.longestName().replaceFirst("^-+", "");
        return List.of("MESHLOG_" + name.replace('-', '_').toUpperCase(Locale.ROOT));
    }
}
