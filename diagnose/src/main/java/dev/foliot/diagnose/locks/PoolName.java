package dev.foliot.diagnose.locks;

import java.util.regex.Pattern;

/** The name of a pool in findings, from the names of its threads. */
public final class PoolName {
  private static final Pattern NUMBER_AT_END = Pattern.compile("\\d+$");

  private PoolName() {}

  /** The name by one thread, or by the common beginning of the names of several. */
  public static String of(String thread) {
    String without = NUMBER_AT_END.matcher(thread).replaceFirst("");
    return without.isEmpty() ? "workers of a pool" : "workers of " + without + "*";
  }
}
