package dev.foliot.apps.service;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How business work gets its threads. */
public sealed interface Strategy {
  /** A virtual thread for each request. */
  record Virtual() implements Strategy {
    @Override
    public String toString() {
      return "virtual";
    }
  }

  /** The adaptive pool of platform threads. */
  record Adaptive() implements Strategy {
    @Override
    public String toString() {
      return "adaptive";
    }
  }

  /** The adaptive pool's permits over virtual threads. */
  record AdaptiveVirtual() implements Strategy {
    @Override
    public String toString() {
      return "adaptive-virtual";
    }
  }

  /**
   * A constant number of platform threads.
   *
   * @param threads 1 to 32,767
   */
  record Fixed(int threads) implements Strategy {
    @Override
    public String toString() {
      return "fixed:" + threads;
    }
  }

  /** A platform thread for each request at once, kept for a minute. */
  record Cached() implements Strategy {
    @Override
    public String toString() {
      return "cached";
    }
  }

  /** Whether tasks can wait in a queue, which can then have a bound. */
  default boolean hasQueue() {
    return !(this instanceof Virtual || this instanceof Cached);
  }

  /**
   * The strategy with this name.
   *
   * @throws IllegalArgumentException if the name is unknown; the message is one line with the fix
   */
  static Strategy parse(String word) {
    return switch (word) {
      case "virtual" -> new Virtual();
      case "adaptive" -> new Adaptive();
      case "adaptive-virtual" -> new AdaptiveVirtual();
      case "cached" -> new Cached();
      default ->
          new Fixed(
              fixed(word)
                  .orElseThrow(() ->
                      new IllegalArgumentException(
                          "'"
                              + Shown.text(word)
                              + "' is no strategy: use virtual, adaptive, adaptive-virtual, cached"
                              + " or fixed:N with N from 1 to 32767")));
    };
  }

  private static OptionalInt fixed(String word) {
    Matcher matcher = Pattern.compile("fixed:([1-9][0-9]{0,4})").matcher(word);
    int threads = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    return threads < 1 || threads > 32_767 ? OptionalInt.empty() : OptionalInt.of(threads);
  }
}
