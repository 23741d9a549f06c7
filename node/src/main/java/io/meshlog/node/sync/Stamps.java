package io.meshlog.node.sync;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Locale;

/** Ids and times of what is authored here (spec §3.1). Safe to use from any thread. */
public final class Stamps {
    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    // The last second that the format's four-digit year can say.
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private final SecureRandom random;

    public Stamps(SecureRandom random) {
        this.random = random;
    }

    /** {@code evt_<yyyyMMdd'T'HHmmss>_<12 hex>}. */
    public String eventId(long nowMillis) {
        return id("evt_", nowMillis);
    }

    /** {@code art_<yyyyMMdd'T'HHmmss>_<12 hex>}. */
    public String artifactId(long nowMillis) {
        return id("art_", nowMillis);
    }

    /** {@code YYYY-MM-DDTHH:MM:SSZ}. */
    public String createdAt(long nowMillis) {
        return DateTimeFormatter.ISO_INSTANT.format(seconds(nowMillis));
    }

    private String id(String prefix, long nowMillis) {
        byte[] bytes = new byte[6];
        random.nextBytes(bytes);
        return prefix
                + ID_TIME.format(seconds(nowMillis))
                + '_'
                + HexFormat.of().formatHex(bytes);
    }

    private static Instant seconds(long millis) {
        Instant at = Instant.ofEpochMilli(Math.max(0, millis)).truncatedTo(ChronoUnit.SECONDS);
        return at.isAfter(LAST) ? LAST : at;
    }
}
