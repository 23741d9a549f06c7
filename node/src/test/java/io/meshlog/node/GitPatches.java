package io.meshlog.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Patches that git makes of what travels badly, and the working tree that they must apply to. */
public final class GitPatches {
    private final Path work;
    private final List<byte[]> all = new ArrayList<>();

    private GitPatches(Path work) {
        this.work = work;
    }

    /** Skips the test, visibly, where there is no git. @param directory an empty one, or none yet */
    public static GitPatches make(Path directory) throws IOException {
        Assumptions.assumeTrue(hasGit(), "git is not on the PATH");
        GitPatches patches = new GitPatches(Files.createDirectories(directory.resolve("work")));
        patches.make();
        return patches;
    }

    /** One of everything, then one a file, then one with its file names unescaped. */
    public List<byte[]> all() {
        return all;
    }

    /** Fails unless git would apply these bytes to what was there before. */
    public void assertApplies(byte[] patch) throws IOException {
        Path file = Files.write(work.resolveSibling("back.patch"), patch);
        git("apply", "--check", file.toString());
    }

    /** What each file holds before and after. */
    private static SortedMap<String, byte[][]> changes() {
        SortedMap<String, byte[][]> files = new TreeMap<>();
        files.put("tab.txt", new byte[][] {utf8("one\n\t\n\t\nfour\n"), utf8("one\n\t\n\t\nFOUR\n")});
        files.put("tab at the end.txt", new byte[][] {utf8("one\ntwo\n\t\n"), utf8("one\nTWO\n\t\n")});
        files.put("blank.txt", new byte[][] {utf8("one\ntwo\n\n"), utf8("one\nTWO\n\n")});
        files.put("noend.txt", new byte[][] {utf8("one\ntwo"), utf8("one\nTWO")});
        files.put("crlf.txt", new byte[][] {utf8("one\r\ntwo\r\n"), utf8("one\r\nTWO\r\n")});
        files.put("mixed.txt", new byte[][] {utf8("one\r\ntwo\nthree\r"), utf8("ONE\r\ntwo\nthree\r")});
        files.put("grün und 目録.txt", new byte[][] {utf8("ä\n"), utf8("ö\n")});
        byte[] noise = new byte[500];
        new Random(1).nextBytes(noise);
        files.put("bytes.bin", new byte[][] {new byte[] {0, 1, 2, (byte) 0xff}, noise});
        files.put("long.txt", new byte[][] {utf8("short\n"), utf8("x".repeat(2_000_000) + "\n")});
        return files;
    }

    private void make() throws IOException {
        git("init", "-q");
        write(0);
        git("add", "-A");
        git("commit", "-q", "-m", "before");
        write(1);
        all.add(git("diff", "--binary"));
        for (String file : changes().keySet()) {
            all.add(git("diff", "--binary", "--", file));
        }
        all.add(git("-c", "core.quotePath=false", "diff", "--", "grün und 目録.txt"));
        git("checkout", "-q", "--", ".");
        for (byte[] patch : all) {
            assertThat(utf8(new String(patch, StandardCharsets.UTF_8))).isEqualTo(patch);
        }
    }

    private void write(int version) throws IOException {
        for (var file : changes().entrySet()) {
            Files.write(work.resolve(file.getKey()), file.getValue()[version]);
        }
    }

    private byte[] git(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "core.autocrlf=false", "-c", "user.name=t"));
        command.addAll(List.of("-c", "user.email=t@x", "-c", "core.quotePath=true"));
        command.addAll(Arrays.asList(words));
        Path errors = Files.createTempFile(work.getParent(), "git", ".err");
        Process process = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close();
        byte[] out = process.getInputStream().readAllBytes();
        await(process);
        assertThat(process.exitValue())
                .as("%s: %s", command, Files.readString(errors))
                .isZero();
        return out;
    }

    private static void await(Process process) {
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean hasGit() {
        try {
            Process process = new ProcessBuilder("git", "--version").start();
            await(process);
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
