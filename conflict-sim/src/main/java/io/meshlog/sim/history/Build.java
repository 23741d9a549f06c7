package io.meshlog.sim.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which sources a program was made from: with a seed it decides everything that happens.
 *
 * @param revision of the sources, empty where the build did not know it
 */
public record Build(String version, String revision) {
    private static final String RESOURCE = "version.properties";

    /** This program's. */
    public static Build here() {
        Properties built = new Properties();
        try (InputStream in = Build.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("expected " + RESOURCE + " beside the class, found none");
            }
            built.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Build(
                built.getProperty("version", "").strip(),
                built.getProperty("revision", "").strip());
    }

    /** Without a space: {@code 0.1.0+1a2b3c}. */
    public String text() {
        return revision.isEmpty() ? version : version + "+" + revision;
    }
}
