package io.meshlog.sim.mutant;

import com.fasterxml.jackson.core.JsonParser;
import io.meshlog.hlc.HybridClock;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.op.Op;
import io.meshlog.sim.run.Simulation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Compiles patched sources in memory, against the classes that run here. Confined to one thread. */
final class Compiling implements AutoCloseable {
    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final List<String> options;

    private Compiling(JavaCompiler compiler) {
        this.compiler = compiler;
        this.files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        this.options = List.of("-proc:none", "-nowarn", "-Xlint:none", "-g", "-parameters", "-cp", classPath());
    }

    /** Whether this is a JDK. */
    static boolean isPossible() {
        return ToolProvider.getSystemJavaCompiler() != null;
    }

    /**
     * @param sources by file
     * @return class files by class name
     * @throws MutantException if they do not compile; says why
     */
    static SortedMap<String, byte[]> compiled(String name, SortedMap<String, String> sources)
            throws MutantException, IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new MutantException("patch " + name + ": this Java has no compiler");
        }
        try (Compiling compiling = new Compiling(compiler)) {
            return compiling.compile(name, sources);
        }
    }

    /** Wherever the running classes came from: a jar with everything in it, or many directories. */
    private static String classPath() {
        LinkedHashSet<String> path = new LinkedHashSet<>();
        List<Class<?>> one = List.of(
                HybridClock.class, Op.class, SqliteStore.class, Simulation.class, JsonParser.class, NullMarked.class);
        for (Class<?> loaded : one) {
            CodeSource from = loaded.getProtectionDomain().getCodeSource();
            if (from != null && from.getLocation() != null) {
                try {
                    path.add(Path.of(from.getLocation().toURI()).toString());
                } catch (URISyntaxException e) {
                    throw new IllegalStateException("not a path: " + from.getLocation(), e);
                }
            }
        }
        path.add(System.getProperty("java.class.path", ""));
        return String.join(java.io.File.pathSeparator, path);
    }

    private SortedMap<String, byte[]> compile(String name, SortedMap<String, String> sources) throws MutantException {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((file, text) -> units.add(new Source(file, text)));
        Output output = new Output(files);
        boolean done =
                compiler.getTask(null, output, said, options, null, units).call();
        if (!done) {
            throw new MutantException("patch " + name + " does not compile: "
                    + said.getDiagnostics().stream()
                            .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                            .map(d -> d.getMessage(Locale.ROOT) + " (line " + d.getLineNumber() + ")")
                            .collect(Collectors.joining("; ")));
        }
        SortedMap<String, byte[]> classes = new TreeMap<>();
        output.classes.forEach((className, bytes) -> classes.put(className, bytes.toByteArray()));
        return classes;
    }

    @Override
    public void close() throws IOException {
        files.close();
    }

    /** A source that was never written anywhere. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("mutant:///" + file.substring(file.indexOf("src/main/java/") + 14)), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps class files. */
    private static final class Output extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final SortedMap<String, ByteArrayOutputStream> classes = new TreeMap<>();

        Output(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String className,
                JavaFileObject.Kind kind,
                @Nullable FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mutant:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(className, bytes);
                    return bytes;
                }
            };
        }
    }
}
