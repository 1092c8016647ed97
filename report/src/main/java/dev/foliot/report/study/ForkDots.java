package dev.foliot.report.study;

import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Series;
import dev.foliot.store.Verdict;

/** Every fork as a dot: a ring is SUSPECT, a red square INVALID. */
final class ForkDots {
  /** The same for the reader of a plot. */
  static final String CLAIM = "A dot is a fork: a ring is SUSPECT, a red square INVALID.";

  private final Path valid;
  private final Path suspect;
  private final Path invalid;

  ForkDots(Series series) {
    this.valid = series.path("seen");
    this.suspect = series.path("seen");
    series.again("seen inner", suspect);
    this.invalid = series.bare("seen bad");
  }

  void add(double x, double y, Verdict verdict) {
    Path path =
        switch (verdict) {
          case VALID -> valid;
          case SUSPECT -> suspect;
          case INVALID -> invalid;
        };
    path.point(x, y);
  }
}
