package dev.foliot.loadrun;

import dev.foliot.watch.requests.AccessFormat;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What is watched of a server under load.
 *
 * @param process the process to start or to watch, null for none
 * @param log its access log, null for none
 */
public record ServerSetup(@Nullable ServerPlan process, @Nullable Log log) {
  /** Nothing. */
  public static final ServerSetup NONE = new ServerSetup(null, null);

  /**
   * An access log with trace ids.
   *
   * @param file need not exist before the load
   * @param format of its lines; null to find it in them
   */
  public record Log(Path file, @Nullable AccessFormat format) {}

  /** Without a log. */
  public static ServerSetup of(@Nullable ServerPlan process) {
    return new ServerSetup(process, null);
  }
}
