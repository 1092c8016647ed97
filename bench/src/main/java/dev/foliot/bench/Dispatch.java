package dev.foliot.bench;

import dev.foliot.text.Shown;

/**
 * Which thread does the work of a message.
 *
 * <p>Immutable. Its text form follows {@code --dispatch} on the command line.
 */
public sealed interface Dispatch {
  /** The producer's own thread: a message waits for the one before it. */
  record Inline() implements Dispatch {
    @Override
    public String toString() {
      return "inline";
    }
  }

  /**
   * A fixed pool of platform threads behind one queue.
   *
   * @param count 1 to 10,000
   */
  record Threads(int count) implements Dispatch {
    private static final int MOST = 10_000;

    /** Checks the range. */
    public Threads {
      if (count < 1 || count > MOST) {
        throw new BadOptionException("a pool has 1 to 10000 threads, not " + count);
      }
    }

    @Override
    public String toString() {
      return "threads:" + count;
    }
  }

  /** A virtual thread for each message; needs JDK 21. */
  record Virtual() implements Dispatch {
    @Override
    public String toString() {
      return "virtual";
    }
  }

  /** Foliot's adaptive pool of platform threads; needs {@code foliot-pool}. */
  record Adaptive() implements Dispatch {
    @Override
    public String toString() {
      return "adaptive";
    }
  }

  /**
   * Virtual threads behind Foliot's adaptive pool. The pool limits how many run at once by the
   * throughput they bring. Needs {@code foliot-pool} and JDK 21.
   */
  record AdaptiveVirtual() implements Dispatch {
    @Override
    public String toString() {
      return "adaptive-virtual";
    }
  }

  /**
   * Reads {@code inline}, {@code threads:N}, {@code virtual}, {@code adaptive} or {@code
   * adaptive-virtual}.
   *
   * @throws BadOptionException if the text has another form
   */
  static Dispatch parse(String text) {
    if (text.equals("inline")) {
      return new Inline();
    }
    if (text.equals("virtual")) {
      return new Virtual();
    }
    if (text.equals("adaptive")) {
      return new Adaptive();
    }
    if (text.equals("adaptive-virtual")) {
      return new AdaptiveVirtual();
    }
    if (text.matches("threads:[1-9]\\d{0,3}|threads:10000")) {
      return new Threads(Integer.parseInt(text.substring("threads:".length())));
    }
    throw new BadOptionException(
        "'"
            + Shown.text(text)
            + "' is no way to dispatch: use inline, threads:N, virtual, adaptive or"
            + " adaptive-virtual");
  }
}
