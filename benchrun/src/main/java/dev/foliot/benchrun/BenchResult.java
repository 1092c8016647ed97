package dev.foliot.benchrun;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.RunRecord;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a bench.
 *
 * @param run as stored
 * @param forks as stored, in the order of their runs
 * @param folder of the run
 * @param interrupted whether it was ended early
 */
public record BenchResult(RunRecord run, List<ForkRecord> forks, Path folder, boolean interrupted) {
  /** Keeps a copy. */
  public BenchResult {
    forks = List.copyOf(forks);
  }
}
