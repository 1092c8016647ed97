package dev.foliot.cli.live;

import java.util.Optional;

/** What a {@link LiveServer} serves. Safe for any thread. */
public interface LiveSite {
  /**
   * The pages below a path.
   *
   * @param below {@code ""} for the first one; else as the pages' links have it, with a slash at
   *     its end
   */
  Optional<LivePages> at(String below);

  /** What readers are told at the end, in a sentence. */
  String ended();

  /** The same for machines, in the text form of OpenMetrics 1.0; empty for none. */
  default Optional<String> metrics() {
    return Optional.empty();
  }
}
