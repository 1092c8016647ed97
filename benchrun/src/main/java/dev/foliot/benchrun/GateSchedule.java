package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.judgement.compare.Pairs;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.comparison.ComparisonVerdict;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of forks, one of each of two arms in random order, until what the gate judges is decided or
 * the next pair would end after its budget.
 */
final class GateSchedule implements ForkSchedule {
  /** After as many pairs of which none counts there is nothing to hope for. */
  private static final int HOPELESS = 4;

  private final GateRecord gate;
  private final BenchConfig load;
  private final SplittableRandom random;
  private final LongSupplier clock;
  private final long startNs;

  /**
   * Begins now.
   *
   * @param clock in nanoseconds
   */
  GateSchedule(GateRecord gate, BenchConfig load, LongSupplier clock) {
    this.gate = gate;
    this.load = load;
    this.random = new SplittableRandom(load.seed());
    this.clock = clock;
    this.startNs = clock.getAsLong();
  }

  @Override
  public @Nullable Turn next(List<ForkRecord> ended) {
    int pair = ended.size() / 2;
    if (ended.size() % 2 == 1) {
      return new Turn(1 - ended.getLast().place().arm(), 0, pair);
    }
    return isOver(new Pairs(gate, ForkRecords.load(load), ended))
        ? null
        : new Turn(random.nextInt(2), 0, pair);
  }

  private boolean isOver(Pairs pairs) {
    int played = pairs.played();
    return played >= gate.mostPairs()
        || (played >= HOPELESS && pairs.counted() == 0)
        || (played > 0 && clock.getAsLong() - startNs + lengthNs(played) > gate.budgetNs())
        || pairs.verdict() != ComparisonVerdict.UNDECIDED;
  }

  /** The length of a pair, from those that were played. */
  private long lengthNs(int played) {
    return (clock.getAsLong() - startNs) / played;
  }

  /** The interval of each ratio that is judged. */
  @Override
  public String bracket(List<ForkRecord> ended) {
    return new Pairs(gate, ForkRecords.load(load), ended).intervals();
  }

  @Override
  public List<BenchConfig> loads() {
    return List.of(load);
  }

  @Override
  public int forks() {
    return 2 * gate.mostPairs();
  }

  @Override
  public Validity validity(List<ForkRecord> ended) {
    return RunValidity.of(ended, List.of(load.rate().toString()));
  }
}
