package dev.foliot.stats;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Prints what the verdicts do on a bank of real forks. Not run by the build:
 *
 * <pre>
 * mvn -B -q -pl stats -am -DskipTests package
 * mvn -B -q -pl stats dependency:build-classpath -Dmdep.outputFile=target/cp
 * java -cp stats/target/classes:stats/target/test-classes:$(cat stats/target/cp) \
 *     dev.foliot.stats.Calibration stats/src/test/resources/bank/service.csv [SEED]
 * </pre>
 */
final class Calibration {
  private static final int ALIKE = 200;
  private static final int PLANTED = 400;
  private static final int LONG = 5_000;

  private final Bank bank;
  private final long seed;
  private final PrintStream out;

  private Calibration(Bank bank, long seed, PrintStream out) {
    this.bank = bank;
    this.seed = seed;
    this.out = out;
  }

  public static void main(String[] args) {
    long seed = args.length > 1 ? Long.parseLong(args[1]) : new SplittableRandom().nextLong();
    new Calibration(Bank.read(Path.of(args[0])), seed, System.out).print();
  }

  private void print() {
    out.printf("%s, seed %d%n", bank.name(), seed);
    for (int i = 0; i < bank.percentiles().size(); i++) {
      out.println(bank.spread(i));
    }
    for (String primary : new String[] {"p99", "p50", "p99_9"}) {
      out.printf("%nprimary %s%n", primary);
      for (int forks : new int[] {5, 10, 20, 30}) {
        alike(primary, forks);
        planted(primary, forks, "p50", 1.1);
        planted(primary, forks, "p99_9", 2);
      }
    }
  }

  private void alike(String primary, int forks) {
    out.printf(
        "%d+%d, alike: any false verdict in %d of %d (%.1f %% of %d); 5 %% of drift in turns %.1f"
            + " %%, in sequence %.1f %%%n",
        forks,
        forks,
        trials(primary).falseAlarms(ALIKE, forks, Bank.Plant.NONE),
        ALIKE,
        share(trials(primary).falseAlarms(LONG, forks, Bank.Plant.NONE)),
        LONG,
        share(
            trials(primary)
                .falseAlarms(LONG, forks, Bank.Plant.NONE.withDriftInTurns(1.05, forks))),
        share(
            trials(primary)
                .falseAlarms(LONG, forks, Bank.Plant.NONE.withDriftInSequence(1.05, forks))));
  }

  private void planted(String primary, int forks, String percentile, double factor) {
    int at = bank.percentiles().indexOf(percentile);
    Bank.Plant plant = Bank.Plant.times(at, factor);
    out.printf(
        "%d+%d, %s x %.1f: found in %d of %d (%.1f %% of %d); 5 %% of drift in turns %.1f %%%n",
        forks,
        forks,
        percentile,
        factor,
        trials(primary).verdicts(PLANTED, forks, plant, at, Change.WORSE),
        PLANTED,
        share(trials(primary).verdicts(LONG, forks, plant, at, Change.WORSE)),
        LONG,
        share(
            trials(primary)
                .verdicts(LONG, forks, plant.withDriftInTurns(1.05, forks), at, Change.WORSE)));
  }

  private static double share(int of) {
    return 100.0 * of / LONG;
  }

  private Trials trials(String primary) {
    return Trials.of(bank, primary, seed);
  }
}
