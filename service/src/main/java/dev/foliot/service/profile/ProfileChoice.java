package dev.foliot.service.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** By what somebody wants a JVM to be profiled. */
public enum ProfileChoice {
  /** By async-profiler where it works, else by the flight recorder. */
  BEST,
  /** By the flight recorder. */
  JFR,
  /** By async-profiler, or not at all. */
  ASYNC;

  /** As users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a user wrote; empty where it is none of these. */
  public static Optional<ProfileChoice> parse(String text) {
    return Arrays.stream(values()).filter(choice -> choice.label().equals(text)).findFirst();
  }
}
