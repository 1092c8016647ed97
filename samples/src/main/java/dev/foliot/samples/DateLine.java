package dev.foliot.samples;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Dates as text of a fixed length; lesson 4 measures parsing them twice. */
final class DateLine {
  /** The length of every text, in bytes. */
  static final int BYTES = 24;

  private static final DateTimeFormatter PRINTED =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final int TEXTS = 1_024;
  private static final Instant FIRST = Instant.parse("2026-11-01T00:00:00.000Z");

  /** A day, an hour, a minute, a second and some milliseconds: each step changes every field. */
  private static final long STEP_MS = 90_061_013;

  private static final byte[][] LINES = lines();

  private DateLine() {}

  /** Returns a text such as {@code 2026-11-01T00:00:00.000Z}; do not change it. */
  static byte[] of(long id) {
    return LINES[(int) (id % TEXTS)];
  }

  /** Parses such a text to milliseconds since 1970. */
  static long parse(byte[] line) {
    String text = new String(line, StandardCharsets.US_ASCII);
    return OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
        .toInstant()
        .toEpochMilli();
  }

  private static byte[][] lines() {
    byte[][] lines = new byte[TEXTS][];
    for (int i = 0; i < TEXTS; i++) {
      lines[i] = PRINTED.format(FIRST.plusMillis(i * STEP_MS)).getBytes(StandardCharsets.US_ASCII);
    }
    return lines;
  }
}
