package io.meshlog.sim.exhaust;

import java.util.ArrayList;
import java.util.List;

/** The settings of each scope. */
final class Settings {
    private Settings() {}

    /** How many ops each of {@code parts} replicas writes: every way to share out {@code ops}. */
    static List<List<Integer>> shares(int parts, int ops) {
        if (parts == 1) {
            return List.of(List.of(ops));
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int first = 0; first <= ops; first++) {
            for (List<Integer> rest : shares(parts - 1, ops - first)) {
                List<Integer> share = new ArrayList<>(List.of(first));
                share.addAll(rest);
                all.add(share);
            }
        }
        return all;
    }

    private static List<String> names(int replicas) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= replicas; i++) {
            names.add("r" + i);
        }
        return names;
    }

    private static Setting.Draft draft(int process, int number) {
        String label = "p" + (process + 1) + "e" + (number + 1);
        return new Setting.Draft("evt_" + label, "body of " + label);
    }

    private static List<List<Setting.Draft>> scripts(List<Integer> share) {
        List<List<Setting.Draft>> scripts = new ArrayList<>();
        for (int p = 0; p < share.size(); p++) {
            List<Setting.Draft> script = new ArrayList<>();
            for (int k = 0; k < share.get(p); k++) {
                script.add(draft(p, k));
            }
            scripts.add(script);
        }
        return scripts;
    }

    private static Setting of(int replicas, List<List<Setting.Draft>> scripts, int crashes) {
        return new Setting(names(replicas), scripts, List.of(), null, crashes);
    }

    /** Every op has an event id of its own. */
    static List<Setting> plain(int replicas, int ops) {
        return shares(replicas, ops).stream()
                .map(share -> of(replicas, scripts(share), 0))
                .toList();
    }

    /** Each op may be one during which its writer or a taker dies, once, after any step. */
    static List<Setting> crash(int replicas, int ops) {
        return shares(replicas, ops).stream()
                .map(share -> of(replicas, scripts(share), 1))
                .toList();
    }

    /** Any two ops carry one event id, with one payload or with two. */
    static List<Setting> shared(int replicas, int ops) {
        List<Setting> all = new ArrayList<>();
        for (List<Integer> share : shares(replicas, ops)) {
            for (int first = 0; first < ops; first++) {
                for (int second = first + 1; second < ops; second++) {
                    for (String body : List.of("same", "other")) {
                        all.add(of(replicas, sharing(share, first, second, body), 0));
                    }
                }
            }
        }
        return all;
    }

    private static List<List<Setting.Draft>> sharing(List<Integer> share, int first, int second, String body) {
        List<List<Setting.Draft>> scripts = scripts(share);
        int n = 0;
        for (List<Setting.Draft> script : scripts) {
            for (int k = 0; k < script.size(); k++, n++) {
                if (n == first) {
                    script.set(k, new Setting.Draft("evt_shared", "same"));
                } else if (n == second) {
                    script.set(k, new Setting.Draft("evt_shared", body));
                }
            }
        }
        return scripts;
    }

    /** Each op may be the one that also travels without its chain, to anyone but its author. */
    static List<Setting> loose(int replicas, int ops) {
        List<Setting> all = new ArrayList<>();
        for (List<Integer> share : shares(replicas, ops)) {
            for (int author = 0; author < replicas; author++) {
                for (int k = 0; k < share.get(author); k++) {
                    for (int to = 0; to < replicas; to++) {
                        if (to != author) {
                            all.add(new Setting(
                                    names(replicas), scripts(share), List.of(), new Setting.Loose(author, k, to), 0));
                        }
                    }
                }
            }
        }
        return all;
    }

    /** A copy of the first replica's directory runs beside it from any moment on. */
    static List<Setting> forks(int replicas, int ops) {
        return copies(replicas, ops, List.of(new Setting.Copy(0, replicas)));
    }

    /** Two copies of one directory, or a copy of a copy. */
    static List<Setting> forkedTwice(int replicas, int ops) {
        List<Setting> all = new ArrayList<>(
                copies(replicas, ops, List.of(new Setting.Copy(0, replicas), new Setting.Copy(0, replicas + 1))));
        all.addAll(copies(
                replicas, ops, List.of(new Setting.Copy(0, replicas), new Setting.Copy(replicas, replicas + 1))));
        return all;
    }

    private static List<Setting> copies(int replicas, int ops, List<Setting.Copy> copies) {
        List<String> names = names(replicas);
        for (int i = 1; i <= copies.size(); i++) {
            names.add("c" + i);
        }
        return shares(names.size(), ops).stream()
                .map(share -> new Setting(names, scripts(share), copies, null, 0))
                .toList();
    }
}
