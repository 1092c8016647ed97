package dev.foliot.examples.stall;

/** The threads that run a server's requests. */
public enum Threading {
  /** What the server does without settings. */
  OWN("the server's own pool"),

  /** A virtual thread for each request. */
  VIRTUAL("virtual threads"),

  /** A platform thread for each {@code @Async} method; Spring only. */
  SIMPLE_ASYNC("SimpleAsyncTaskExecutor"),

  /** An {@code AdaptivePool}. */
  FOLIOT("Foliot's pool");

  private final String text;

  Threading(String text) {
    this.text = text;
  }

  /** Its name in tables. */
  @Override
  public String toString() {
    return text;
  }
}
