package dev.foliot.study.framework;

import java.util.List;

/**
 * How a running service is asked what it serves.
 *
 * @param contexts paths below which it may serve, without a slash at the end; the last one is empty
 * @param health paths of health checks, below one of them
 * @param listings paths that list its endpoints, below one of them
 * @param shown words for the JVM or the program that open such a list; for this one start
 * @param others the beginnings of paths that are not the program's own
 */
public record Probes(
    List<String> contexts,
    List<String> health,
    List<Listing> listings,
    List<String> shown,
    List<String> others) {
  /** The form of a list of endpoints. */
  public enum Form {
    /** What Spring's actuator maps. */
    ACTUATOR,
    /** OpenAPI in JSON. */
    OPEN_API,
    /** The routes of Micronaut's management. */
    ROUTES
  }

  /**
   * A list of endpoints.
   *
   * @param path where it is, below a context path
   */
  public record Listing(String path, Form form) {}

  /** Keeps copies. */
  public Probes {
    contexts = List.copyOf(contexts);
    health = List.copyOf(health);
    listings = List.copyOf(listings);
    shown = List.copyOf(shown);
    others = List.copyOf(others);
  }
}
