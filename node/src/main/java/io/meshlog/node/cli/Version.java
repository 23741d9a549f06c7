package io.meshlog.node.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The versions that {@code --version} shows: the program's, as it was built, the running Java's, and SQLite's. */
public final class Version implements IVersionProvider {
    private static final String RESOURCE = "version.properties";

    private final Properties built = new Properties();

    public Version() {
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("expected " + RESOURCE + " beside the class, found none");
            }
            built.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the program, with the revision of its sources where the build knew it. */
    public String program() {
        String revision = built.getProperty("revision", "");
        return built.getProperty("program") + (revision.isEmpty() ? "" : " (" + revision + ")");
    }

    /** The driver's version is that of the SQLite inside it, and one number more. */
    public String sqlite() {
        return built.getProperty("sqlite-jdbc", "").replaceFirst("\\.[^.]*$", "");
    }

    @Override
    public String[] getVersion() {
        String java = System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")";
        return new String[] {"meshlog " + program(), "Java " + java, "SQLite " + sqlite()};
    }
}
