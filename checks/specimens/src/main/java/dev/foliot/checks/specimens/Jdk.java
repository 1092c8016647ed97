package dev.foliot.checks.specimens;

/**
 * How far a JDK's cure of JDK-8180450 reaches, by the version that stands for all of its kind.
 * Which code still writes the word decides which specimens are sick.
 */
public enum Jdk {
  /** No cure: 17 to 20. */
  JDK_17("17"),
  /** No cure, with virtual threads: 21 before 21.0.8, and 22. */
  JDK_21_0_4("21.0.4"),
  /** C2 asks a table where it knows the interface: 21.0.8 and later updates, 23. */
  JDK_21_0_8("21.0.8"),
  /** Everything asks the table: 24 and later. */
  JDK_25("25");

  private final String text;

  Jdk(String text) {
    this.text = text;
  }

  /** The version that stands for its kind. */
  public String text() {
    return text;
  }

  /** The kind of a version, as {@link Runtime#version()} tells it. */
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
