package dev.foliot.checks.specimens;

/**
 * How much of JDK-8180450 a JDK has fixed, by a representative version. The code that still writes
 * the word decides which specimens are affected.
 */
public enum Jdk {
  /** No fix: 17 to 20. */
  JDK_17("17"),
  /** No fix, with virtual threads: 21 before 21.0.8, and 22. */
  JDK_21_0_4("21.0.4"),
  /** C2 uses a table if it knows the interface: 21.0.8 and later updates, 23. */
  JDK_21_0_8("21.0.8"),
  /** All code uses the table: 24 and later. */
  JDK_25("25");

  private final String text;

  Jdk(String text) {
    this.text = text;
  }

  /** The representative version. */
  public String text() {
    return text;
  }

  /** The kind of a version, from {@link Runtime#version()}. */
  public static Jdk of(Runtime.Version version) {
    int feature = version.feature();
    if (feature >= 24) {
      return JDK_25;
    }
    if (feature == 23 || (feature == 21 && version.update() >= 8)) {
      return JDK_21_0_8;
    }
    return feature >= 21 ? JDK_21_0_4 : JDK_17;
  }
}
