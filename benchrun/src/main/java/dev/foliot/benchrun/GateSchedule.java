package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.judgement.compare.Pairs;
import dev.foliot.judgement.compare.PairsEnd;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Validity;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Pairs of forks, one of each of two arms in random order, see {@link PairsEnd}. */
final class GateSchedule implements ForkSchedule {
  private final GateRecord gate;
  private final BenchConfig load;
  private final SplittableRandom random;
  private final PairsEnd end;

  /**
   * Begins now.
   *
   * @param clock in nanoseconds
   */
  GateSchedule(GateRecord gate, BenchConfig load, LongSupplier clock) {
    this.gate = gate;
    this.load = load;
    this.random = new SplittableRandom(load.seed());
    this.end = new PairsEnd(gate, clock);
  }

  @Override
  public @Nullable Turn next(List<ForkRecord> ended) {
    int pair = ended.size() / 2;
    if (ended.size() % 2 == 1) {
      return new Turn(1 - ended.getLast().place().arm(), 0, pair);
    }
    return end.isOver(pairs(ended)) ? null : new Turn(random.nextInt(2), 0, pair);
  }

  private Pairs pairs(List<ForkRecord> ended) {
    return Pairs.of(gate, ForkRecords.load(load), ended);
  }

  /** The interval of each ratio that is judged. */
  @Override
  public String bracket(List<ForkRecord> ended) {
    return pairs(ended).intervals();
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
