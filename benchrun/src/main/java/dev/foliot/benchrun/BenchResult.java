package dev.foliot.benchrun;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.RunRecord;
import java.nio.file.Path;
import java.util.List;

/**
 * What a bench gave.
 *
 * @param run as stored
 * @param forks as stored, in the order in which they ran
 * @param folder where
 * @param interrupted whether it was ended before its time
 */
public record BenchResult(RunRecord run, List<ForkRecord> forks, Path folder, boolean interrupted) {
  /** Keeps a copy. */
  public BenchResult {
    forks = List.copyOf(forks);
  }
}
