package dev.foliot.service.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The requested profiler. */
public enum ProfileChoice {
  /** async-profiler if it works, otherwise the flight recorder. */
  BEST,
  /** The flight recorder. */
  JFR,
  /** async-profiler, or no profile. */
  ASYNC;

  /** Its name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Parses a user's text; empty for an unknown one. */
  public static Optional<ProfileChoice> parse(String text) {
    return Arrays.stream(values()).filter(choice -> choice.label().equals(text)).findFirst();
  }
}
