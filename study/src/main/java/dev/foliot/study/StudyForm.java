package dev.foliot.study;

import java.util.Locale;

/** The length of a study. */
public enum StudyForm {
  /** Seconds, to check that everything works; its figures mean little. */
  TEST,
  /** A few minutes on two CPUs. */
  QUICK,
  /** The full length. */
  FULL;

  /** Its stored name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
