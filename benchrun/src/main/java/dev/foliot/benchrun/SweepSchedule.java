package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.stats.ForkOrder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Every arm under every load, in seeded random blocks; usually one of each. */
final class SweepSchedule implements ForkSchedule {
  private final List<BenchConfig> loads;
  private final List<Integer> order;
  private final int cells;

  SweepSchedule(BenchPlan plan) {
    loads = plan.loads();
    cells = plan.arms().size() * loads.size();
    order = ForkOrder.of(cells, plan.forks().count(), new SplittableRandom(plan.load().seed()));
  }

  @Override
  public @Nullable Turn next(List<ForkRecord> ended) {
    int number = ended.size();
    if (number == order.size()) {
      return null;
    }
    int cell = order.get(number);
    // a block has each cell once, so the block's number is the cell's replicate
    return new Turn(cell / loads.size(), cell % loads.size(), number / cells);
  }

  @Override
  public List<BenchConfig> loads() {
    return loads;
  }

  @Override
  public int forks() {
    return order.size();
  }

  @Override
  public Validity validity(List<ForkRecord> ended) {
    return RunValidity.of(ended, loads.stream().map(load -> load.rate().toString()).toList());
  }
}
