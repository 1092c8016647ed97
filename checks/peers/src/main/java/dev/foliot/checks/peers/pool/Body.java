package dev.foliot.checks.peers.pool;

import dev.foliot.pool.AdaptivePool;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** An executor in the comparison. */
enum Body {
  PLATFORM("AdaptivePool.platform()", 1),
  VIRTUAL("AdaptivePool.virtual()", 1),
  FIXED("fixed, best size", 1),
  VIRTUAL_THREADS("virtual threads", 3),
  CACHED("cached", 3),
  FORK_JOIN("ForkJoinPool", 3),
  LIBERTY_NEW("Open Liberty, new", 5),
  LIBERTY_OLD("Open Liberty, old", 5);

  private final String label;
  private final int every;

  Body(String label, int every) {
    this.label = label;
    this.every = every;
  }

  /**
   * The executor of that name.
   *
   * @throws IllegalArgumentException for an unknown name
   */
  static Body named(String name) {
    return Arrays.stream(values())
        .filter(body -> body.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no pool " + name + "; there are " + Arrays.toString(values())));
  }

  /** Its name in tables. */
  String label() {
    return isLiberty() ? "Open Liberty " + libertyVersion() : label;
  }

  /**
   * Whether it takes part in a round. The executors in the bar take part in all, the others in
   * every third or fifth, enough for a median and a spread.
   */
  boolean takesPart(int round) {
    return round % every == 0;
  }

  /** Whether it is one of ours. */
  boolean isOurs() {
    return this == PLATFORM || this == VIRTUAL;
  }

  /** Whether it decides only every 1.5 s, and so needs longer to find its size. */
  boolean isLiberty() {
    return this == LIBERTY_NEW || this == LIBERTY_OLD;
  }

  /** A new executor. */
  ExecutorService open(int size) {
    return switch (this) {
      case PLATFORM -> AdaptivePool.platform();
      case VIRTUAL -> AdaptivePool.virtual();
      case FIXED -> Executors.newFixedThreadPool(size);
      case VIRTUAL_THREADS -> Executors.newVirtualThreadPerTaskExecutor();
      case CACHED -> Executors.newCachedThreadPool();
      case FORK_JOIN ->
          new ForkJoinPool(
              Runtime.getRuntime().availableProcessors(),
              ForkJoinPool.defaultForkJoinWorkerThreadFactory,
              null,
              true);
      case LIBERTY_NEW, LIBERTY_OLD -> Liberty.open(libertyVersion());
    };
  }

  private String libertyVersion() {
    return System.getProperty(Liberty.HOME + (this == LIBERTY_NEW ? ".new" : ".old"), "");
  }
}
