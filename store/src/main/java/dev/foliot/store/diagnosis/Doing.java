package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What the time of threads goes into, in the order of reports. */
public enum Doing {
  /** On a CPU. */
  RUNNING("running"),
  /** Ready, while other threads have the CPUs. */
  READY("ready, without a CPU"),
  /** Until another thread releases a lock, or has initialised a class. */
  LOCK("waits for a lock"),
  /** Until something scarce is free: a connection, a permit. */
  PERMIT("waits for a pool or permit"),
  /** Until another thread has a result, or gives a signal. */
  RESULT("waits for another thread"),
  /** In a read, a write or a connect of a socket. */
  SOCKET("waits for a socket"),
  /** In a call of the file system. */
  FILE("waits for a file"),
  /** The JVM has stopped it: a collection or another safepoint. */
  STOPPED("stopped by the JVM"),
  /** For a fixed time. */
  SLEEPING("sleeps"),
  /** Without work. */
  IDLE("without work"),
  /** Not known. */
  UNKNOWN("not known");

  private final String words;

  Doing(String words) {
    this.words = words;
  }

  /** The name in JSON: {@code running}. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For people: {@code waits for a lock}. */
  public String words() {
    return words;
  }

  /** Whether a request that such a thread serves waits for something other than a CPU. */
  public boolean isWait() {
    return switch (this) {
      case LOCK, PERMIT, RESULT, SOCKET, FILE, SLEEPING -> true;
      case RUNNING, READY, STOPPED, IDLE, UNKNOWN -> false;
    };
  }
}
