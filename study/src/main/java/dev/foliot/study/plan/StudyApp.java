package dev.foliot.study.plan;

import java.util.Locale;

/** The built-in programs that studies put under load. */
public enum StudyApp {
  /** REST operations that call a remote system, over HTTP. */
  BANK,
  /** A short piece of CPU work, over HTTP. */
  PING,
  /** The same work without a network, with callers in the same process. */
  BURN,
  /** Type checks whose speed depends on a class's address, without a network. */
  LOTTERY,
  /** Operations of equal threads that check types of one class, without a network. */
  SHARING;

  /** The main class of all of them. */
  public static final String MAIN = "dev.foliot.apps.Apps";

  /** Whether a load driver sends it requests. */
  public boolean hasRequests() {
    return this == BANK || this == PING;
  }

  /** Its name in the apps and in the store. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
