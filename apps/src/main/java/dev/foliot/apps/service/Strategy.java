package dev.foliot.apps.service;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way in which business work gets its threads. */
public sealed interface Strategy {
  /** A virtual thread for each request. */
  record Virtual() implements Strategy {
    @Override
    public String toString() {
      return "virtual";
    }
  }

  /** The self-tuning pool of platform threads. */
  record Adaptive() implements Strategy {
    @Override
    public String toString() {
      return "adaptive";
    }
  }

  /** The self-tuning pool's permits over virtual threads. */
  record AdaptiveVirtual() implements Strategy {
    @Override
    public String toString() {
      return "adaptive-virtual";
    }
  }

  /**
   * Always so many platform threads.
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

  /** Whether tasks can wait in a queue, so that it can have a bound. */
  default boolean hasQueue() {
    return !(this instanceof Virtual || this instanceof Cached);
  }

  /**
   * What is meant by a word.
   *
   * @throws IllegalArgumentException if it means none; the message is one line with the fix
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
