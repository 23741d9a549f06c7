package io.meshlog.sim.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.util.SortedMap;

/**
 * Loads the whole of {@code io.meshlog} anew, patched classes in place of the shipped ones, and everything else from
 * the program: what one planted bug leaves behind in a static field reaches no other.
 */
final class IsolatedLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String OURS = "io.meshlog.";

    private final ClassLoader parent;
    private final SortedMap<String, byte[]> patched;

    /** @param patched class files by class name */
    IsolatedLoader(ClassLoader parent, SortedMap<String, byte[]> patched) {
        super(parent);
        this.parent = parent;
        this.patched = patched;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = patched.get(name);
        if (bytes == null) {
            try (InputStream in = parent.getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                bytes = in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
        return defineClass(name, bytes, 0, bytes.length);
    }
}
