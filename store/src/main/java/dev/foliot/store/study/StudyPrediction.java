package dev.foliot.store.study;

import java.util.List;
import java.util.Objects;

/**
 * What was said of a fork before it was measured, from the address of one class alone. It is
 * written before the measurement begins, and never changed after.
 *
 * @param at when: ISO 8601, UTC
 * @param jvm the version of the fork's JVM, as its memory tells
 * @param className the class, as {@link Class#getName()} gives it
 * @param loader which loader's
 * @param klassAddress of HotSpot's structure for the class, {@code 0x7f8ae0001c38}
 * @param lineBytes in a cache line
 * @param lineOffset the address modulo that
 * @param writtenOffset where in the structure the field is that one thread writes, in bytes
 * @param readOffset where the field is that the other thread reads
 * @param sameLine whether both lie on one cache line
 * @param band {@link #FAST}, {@link #SLOW}, or {@link #ALIKE} where no address matters
 * @param reason why, in a sentence without its full stop
 */
public record StudyPrediction(
    String at,
    String jvm,
    String className,
    String loader,
    String klassAddress,
    int lineBytes,
    int lineOffset,
    int writtenOffset,
    int readOffset,
    boolean sameLine,
    String band,
    String reason) {
  /** The two fields lie on different lines. */
  public static final String FAST = "fast";

  /** They share a line, and one of them is written. */
  public static final String SLOW = "slow";

  /** The JVM does not write: all forks are to be alike. */
  public static final String ALIKE = "alike";

  private static final List<String> BANDS = List.of(FAST, SLOW, ALIKE);

  /** Checks that nothing is missing. */
  public StudyPrediction {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(className, "class_name");
    Objects.requireNonNull(loader, "loader");
    Objects.requireNonNull(klassAddress, "klass_address");
    if (!BANDS.contains(Objects.requireNonNull(band, "band"))) {
      throw new IllegalArgumentException("band is '" + band + "', not one of " + BANDS);
    }
    Objects.requireNonNull(reason, "reason");
  }
}
