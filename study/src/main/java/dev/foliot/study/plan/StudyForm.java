package dev.foliot.study.plan;

import java.util.Locale;

/** The length of a study. */
public enum StudyForm {
  /** Seconds, to check that everything works; its figures mean little. */
  TEST,
  /** At most about {@link #QUICK_NS}, on any number of CPUs. */
  QUICK,
  /** The full length. */
  FULL;

  /** The time of every quick form on a quiet machine with any number of CPUs, in nanoseconds. */
  public static final long QUICK_NS = 240_000_000_000L;

  /** The time of a diagnosis between loads, in nanoseconds. */
  public long diagnosisNs() {
    return switch (this) {
      case TEST -> 1_000_000_000L;
      case QUICK -> 3_000_000_000L;
      case FULL -> 5_000_000_000L;
    };
  }

  /** Its stored name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
