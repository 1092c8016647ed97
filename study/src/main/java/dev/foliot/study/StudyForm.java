package dev.foliot.study;

import java.util.Locale;

/** How long a study takes. */
public enum StudyForm {
  /** Seconds, to see whether everything works; its figures say little. */
  TEST,
  /** A few minutes on two CPUs. */
  QUICK,
  /** As long as it takes. */
  FULL;

  /** As it is stored. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
