package io.meshlog.sim.report;

import io.meshlog.sim.check.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Listens to a run that failed, once more, for what has to do with its failure. Confined to its run. */
public final class Story extends Onlooker {
    /** How an op came into the world, and what was done about it last. */
    private static final int FIRST_MAX = 3;

    private static final int ABOUT_MAX = 11;
    private static final int LATEST_MAX = 8;
    private static final int WIDTH = 150;

    private final String replica;
    private final SortedSet<String> subjects = new TreeSet<>();
    private final List<String> first = new ArrayList<>();
    private final Deque<String> about = new ArrayDeque<>();
    private final Deque<String> latest = new ArrayDeque<>();
    private long event;
    private long left;

    public Story(Violation violation) {
        super(true);
        this.replica = violation.replica();
        if (!violation.subject().isEmpty()) {
            subjects.add(violation.subject());
        }
    }

    /** What was done about the subject: the first things and the latest ones, in order. */
    List<String> about() {
        List<String> lines = new ArrayList<>(first);
        if (left > 0) {
            lines.add("… " + left + " more …");
        }
        lines.addAll(about);
        return lines;
    }

    /** What the replica did where it shows, the latest last. */
    List<String> latest() {
        return new ArrayList<>(latest);
    }

    /** A text with short names. */
    String in(String text) {
        return names().in(text);
    }

    @Override
    void heard(long number, String words) {
        event = number;
        if (isAbout(words)) {
            keepAbout(words);
        } else if (!replica.isEmpty() && words.contains(": ") && mentions(words, replica)) {
            keep(latest, LATEST_MAX, words);
        }
    }

    @Override
    void did(String who, List<String> lines) {
        for (String line : lines) {
            learn(line);
            if (isAbout(line)) {
                keepAbout(who + " " + line);
            } else if (who.equals(replica)) {
                keep(latest, LATEST_MAX, who + " " + line);
            }
        }
    }

    /** Whoever hears which event an op carries listens for the event too. */
    private void learn(String line) {
        int open = line.lastIndexOf(" (evt_");
        if (line.startsWith("commits ") && open > 0 && subjects.contains(line.substring(8, open))) {
            subjects.add(line.substring(open + 2, line.length() - 1));
        }
    }

    private boolean isAbout(String line) {
        return subjects.stream().anyMatch(subject -> mentions(line, subject));
    }

    /** As a word of its own: {@code r1#7} is not in {@code r1#70}. */
    private static boolean mentions(String line, String word) {
        for (int at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
            int end = at + word.length();
            boolean starts = at == 0 || !Character.isLetterOrDigit(line.charAt(at - 1));
            boolean ends = end == line.length() || !Character.isLetterOrDigit(line.charAt(end));
            if (starts && ends) {
                return true;
            }
        }
        return false;
    }

    private String dated(String line) {
        return Shown.line(Shown.time(now()) + " #" + event + " " + line, WIDTH);
    }

    private void keepAbout(String line) {
        if (first.size() < FIRST_MAX) {
            first.add(dated(line));
        } else if (keep(about, ABOUT_MAX, line)) {
            left++;
        }
    }

    /** @return whether an older one went */
    private boolean keep(Deque<String> lines, int most, String line) {
        lines.add(dated(line));
        return lines.size() > most && lines.remove() != null;
    }
}
