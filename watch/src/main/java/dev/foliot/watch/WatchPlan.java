package dev.foliot.watch;

import dev.foliot.store.watch.WatchLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a watch watches, and how much it keeps. Immutable.
 *
 * @param root below which the kernel's files are, usually "/"
 * @param which the JVMs
 * @param keepBytes how much of each JVM's log to keep, and of all that ended together
 * @param keepFor how long to keep it
 * @param betweenLooks the least time between two diagnoses
 * @param longest how long to watch; zero for until it is interrupted
 */
public record WatchPlan(
    Path root,
    Which which,
    long keepBytes,
    Duration keepFor,
    Duration betweenLooks,
    Duration longest) {
  /** Checks that nothing is missing. */
  public WatchPlan {
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(which, "which");
    Objects.requireNonNull(keepFor, "keepFor");
    Objects.requireNonNull(betweenLooks, "betweenLooks");
    Objects.requireNonNull(longest, "longest");
  }

  /** The log of a JVM. */
  WatchLog log(Path folder) {
    return new WatchLog(folder, keepBytes, keepFor);
  }

  /** Which JVMs of this machine. */
  public sealed interface Which {
    /** One process, until it ends. */
    record One(long pid) implements Which {}

    /** Those whose main class contains a text, also when they start again. */
    record Named(String name) implements Which {}

    /** All, also those that start later. */
    record All() implements Which {}

    /** The process; empty where later ones are watched too. */
    default OptionalLong only() {
      return this instanceof One(long pid) ? OptionalLong.of(pid) : OptionalLong.empty();
    }
  }
}
