package dev.foliot.stats;

import java.util.List;
import java.util.SplittableRandom;

/** Many comparisons of sides drawn from a bank. */
record Trials(Bank bank, int primary, double margin, SplittableRandom random) {
  static Trials of(Bank bank, String primary, long seed) {
    return new Trials(bank, bank.percentiles().indexOf(primary), 0.05, new SplittableRandom(seed));
  }

  /** In how many comparisons of like with like any percentile is called worse or better. */
  int falseAlarms(int trials, int forks, Bank.Plant drift) {
    int alarms = 0;
    for (int i = 0; i < trials; i++) {
      List<Comparison.Result> results = compare(forks, drift);
      if (results.stream()
          .anyMatch(r -> r.verdict() == Change.WORSE || r.verdict() == Change.BETTER)) {
        alarms++;
      }
    }
    return alarms;
  }

  /** In how many comparisons this percentile gets this verdict. */
  int verdicts(int trials, int forks, Bank.Plant plant, int percentile, Change verdict) {
    int found = 0;
    for (int i = 0; i < trials; i++) {
      if (compare(forks, plant).get(percentile).verdict() == verdict) {
        found++;
      }
    }
    return found;
  }

  private List<Comparison.Result> compare(int forks, Bank.Plant plant) {
    return Comparison.of(bank.draw(random, forks, plant), primary, margin);
  }
}
