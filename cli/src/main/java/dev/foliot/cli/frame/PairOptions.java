package dev.foliot.cli.frame;

import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.compare.Gates;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of what is compared in pairs of forks until that is decided. */
public final class PairOptions {
  @Option(
      names = "--detect",
      paramLabel = "RATIO",
      description =
          "Compare in pairs of forks until that is decided, or no difference above RATIO can hide"
              + " (1.05).")
  private @Nullable String detect;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "What a comparison in pairs may take (15min).")
  private @Nullable String budget;

  /** Whether one of them was given. */
  public boolean given() {
    return detect != null || budget != null;
  }

  /** The ratio from which a difference matters; null where none was given. */
  public @Nullable Double detect() {
    return detect == null ? null : (Double) Gates.detect(detect);
  }

  /** What it may take; null where nothing was given. */
  public @Nullable Long budgetNs() {
    return budget == null ? null : (Long) TimeSpan.parseNs(budget);
  }
}
