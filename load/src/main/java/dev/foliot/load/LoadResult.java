package dev.foliot.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Validity;
import dev.foliot.store.load.LoadGenerator;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a load.
 *
 * @param target its URL
 * @param address the server's address and port, as the host's name was resolved
 * @param start when it began
 * @param seed of the load
 * @param generator what sent the requests
 * @param phases in their order
 */
public record LoadResult(
    String target,
    String address,
    @JsonUnwrapped Start start,
    long seed,
    @JsonUnwrapped LoadGenerator generator,
    List<PhaseResult> phases) {
  /**
   * A moment by two clocks.
   *
   * @param startNanoTime the reading of {@link System#nanoTime}; on Linux the kernel's monotonic
   *     clock, and so comparable between processes
   * @param startEpochMs in milliseconds since 1970
   */
  public record Start(long startNanoTime, long startEpochMs) {}

  /** Keeps a copy. */
  public LoadResult {
    phases = List.copyOf(phases);
  }

  /** Its start by the monotonic clock. */
  public long startNanoTime() {
    return start.startNanoTime;
  }

  /** Its start in milliseconds since 1970. */
  public long startEpochMs() {
    return start.startEpochMs;
  }

  /** The worst verdict of all phases. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public Validity validity() {
    return Validity.worst(phases.stream().map(PhaseResult::validity).toList());
  }

  /**
   * Reads a result of a driver in a process of its own.
   *
   * @throws dev.foliot.store.StoreException if the file cannot be read
   * @throws dev.foliot.text.FoliotException if the driver failed, with its reason
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
