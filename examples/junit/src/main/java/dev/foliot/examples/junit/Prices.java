package dev.foliot.examples.junit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The prices of articles: the code that has to be fast. */
public final class Prices {
  private final Map<String, Long> centsByArticle = new ConcurrentHashMap<>();

  /** Sets a price. */
  public void set(String article, long cents) {
    centsByArticle.put(article, cents);
  }

  /** The price of some pieces, or 0 for an unknown article. */
  public long total(String article, int pieces) {
    return pieces * centsByArticle.getOrDefault(article, 0L);
  }
}
