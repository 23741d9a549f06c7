package io.meshlog.sim.cli;

import io.meshlog.sim.history.Build;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} shows: the program's version with the revision of its sources, and the running Java's. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        Build build = Build.here();
        String revision = build.revision().isEmpty() ? "" : " (" + build.revision() + ")";
        String java = System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")";
        return new String[] {"conflict-sim " + build.version() + revision, "Java " + java};
    }
}
