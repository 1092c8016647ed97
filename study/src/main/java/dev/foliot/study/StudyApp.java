package dev.foliot.study;

import java.util.Locale;

/** The built-in programs that studies put under load. */
public enum StudyApp {
  /** REST operations that call a remote system, over HTTP. */
  BANK,
  /** A short piece of CPU work, over HTTP. */
  PING,
  /** The same work without a network, callers in the same process. */
  BURN,
  /** Type checks whose speed the address of a class decides, without a network. */
  LOTTERY;

  /** The main class of all of them. */
  public static final String MAIN = "dev.foliot.apps.Apps";

  /** As the apps call it, and as it is stored. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
