package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;

/**
 * A prediction for a fork before its measurement, from the address of one class. It is written
 * before the measurement begins, and never changes.
 *
 * @param at its time: ISO 8601, UTC
 * @param jvm the version of the fork's JVM, from its memory
 * @param type the class, and where its structure is
 * @param line the cache line of its fields
 * @param band {@link #FAST}, {@link #SLOW}, or {@link #ALIKE} if the address does not matter
 * @param reason the reason, in a sentence without its full stop
 */
public record StudyPrediction(
    String at,
    String jvm,
    @JsonUnwrapped LoadedClass type,
    @JsonUnwrapped Line line,
    String band,
    String reason) {
  /** The two fields are on different lines. */
  public static final String FAST = "fast";

  /** They share a line, and one of them is written. */
  public static final String SLOW = "slow";

  /** The JVM does not write: all forks are equally fast. */
  public static final String ALIKE = "alike";

  private static final List<String> BANDS = List.of(FAST, SLOW, ALIKE);

  /**
   * The class, and where its structure is.
   *
   * @param className the class, as {@link Class#getName()} gives it
   * @param loader the loader of the class
   * @param klassAddress address of HotSpot's structure for the class, {@code 0x7f8ae0001c38}
   */
  public record LoadedClass(String className, String loader, String klassAddress) {
    /** Checks that nothing is missing. */
    public LoadedClass {
      Objects.requireNonNull(className, "class_name");
      Objects.requireNonNull(loader, "loader");
      Objects.requireNonNull(klassAddress, "klass_address");
    }
  }

  /**
   * The cache line of its fields.
   *
   * @param lineBytes bytes in a cache line
   * @param lineOffset the address modulo a line
   * @param writtenOffset position in the structure of the written field, in bytes
   * @param readOffset position of the field that the other thread reads
   * @param sameLine whether both are on one cache line
   */
  public record Line(
      int lineBytes, int lineOffset, int writtenOffset, int readOffset, boolean sameLine) {}

  /** Checks that nothing is missing. */
  public StudyPrediction {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(jvm, "jvm");
    if (!BANDS.contains(Objects.requireNonNull(band, "band"))) {
      throw new IllegalArgumentException("band is '" + band + "', not one of " + BANDS);
    }
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(line, "line");
  }
}
