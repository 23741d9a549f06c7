package io.meshlog.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Valid JSON in as many spellings as there are: white space, escapes, key orders, odd numbers. No duplicate keys. */
final class MessyJson {
    private static final List<String> NUMBERS = List.of(
            "0", "-0", "-0.0", "1.0", "1.00", "1e5", "1E+05", "1.5e-7", "9007199254740993", "12345678901234567890.5");
    private static final int[] POINTS = {
        'a', 'Z', '"', '\\', '/', '\n', '\t', '\r', '\b', '\f', 0, 1, 0x1f, 0x7f, 0x80, 0xe9, 0x2028, 0xe000, 0xffff,
        0x10000, 0x1f600, 0x10ffff
    };

    private final Random random;

    MessyJson(Random random) {
        this.random = random;
    }

    String object() {
        return object(4);
    }

    private String value(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 8)) {
            case 0 -> NUMBERS.get(random.nextInt(NUMBERS.size()));
            case 1 -> String.valueOf(random.nextLong());
            case 2 -> List.of("null", "true", "false").get(random.nextInt(3));
            case 3, 4 -> string(text());
            case 5, 6 -> object(depth - 1);
            default -> array(depth - 1);
        };
    }

    private String object(int depth) {
        List<String> names = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            String name = text();
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        Collections.shuffle(names, random);
        List<String> members = new ArrayList<>();
        names.forEach(name -> members.add(space() + string(name) + space() + ":" + space() + value(depth) + space()));
        return space() + "{" + space() + String.join(",", members) + "}" + space();
    }

    private String array(int depth) {
        List<String> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(space() + value(depth) + space());
        }
        return "[" + space() + String.join(",", elements) + "]";
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.appendCodePoint(POINTS[random.nextInt(POINTS.length)]);
        }
        return text.toString();
    }

    private String string(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            boolean must = c < 0x20 || c == '"' || c == '\\' || Character.isSurrogate(c);
            if (must || random.nextInt(4) == 0) {
                String hex = String.format(Locale.ROOT, random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c);
                out.append(hex);
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    private String space() {
        return List.of("", "", "", " ", "\n", "\t\r ").get(random.nextInt(6));
    }
}
