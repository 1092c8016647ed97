package dev.foliot.load;

import dev.foliot.store.Validity;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a load.
 *
 * @param target its URL
 * @param address the server's address and port, as the host's name was resolved
 * @param startNanoTime the reading of {@link System#nanoTime} at its start; on Linux the kernel's
 *     monotonic clock, and so comparable between processes
 * @param startEpochMs the same in milliseconds since 1970
 * @param seed of the load
 * @param connections the maximum number of connections
 * @param connectedAtStart the number connected at the start
 * @param loops the number of event loops
 * @param transport {@code epoll} or {@code nio}
 * @param phases in their order
 */
public record LoadResult(
    String target,
    String address,
    long startNanoTime,
    long startEpochMs,
    long seed,
    int connections,
    int connectedAtStart,
    int loops,
    String transport,
    List<PhaseResult> phases) {
  /** Keeps a copy. */
  public LoadResult {
    phases = List.copyOf(phases);
  }

  /** The worst verdict of all phases. */
  public Validity validity() {
    return Validity.worst(phases.stream().map(PhaseResult::validity).toList());
  }

  /**
   * Reads a result of a driver in a process of its own.
   *
   * @throws dev.foliot.store.StoreException if the file cannot be read
   * @throws dev.foliot.text.LabException if the driver failed, with its reason
   */
  public static LoadResult read(Path file) {
    return ResultText.read(file);
  }

  /**
   * Writes it beside the file and renames it.
   *
   * @throws java.io.IOException if it cannot be written
   */
  public void write(Path file) throws java.io.IOException {
    ResultText.write(file, this);
  }

  /**
   * Writes the reason of a missing result in its place, for {@link #read}.
   *
   * @throws java.io.IOException if it cannot be written
   */
  public static void writeFailure(Path file, String why) throws java.io.IOException {
    ResultText.writeFailure(file, why);
  }
}
