package dev.foliot.study;

import java.util.Locale;

/** The length of a study. */
public enum StudyForm {
  /** Seconds, to check that everything works; its figures mean little. */
  TEST,
  /** At most about {@link Study#QUICK_NS}, on any number of CPUs. */
  QUICK,
  /** The full length. */
  FULL;

  /** Its stored name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
