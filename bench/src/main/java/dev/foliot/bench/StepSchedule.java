package dev.foliot.bench;

import java.util.List;

/** Constant rates one after the other; each step starts at its own time. */
final class StepSchedule implements Schedule {
  private final List<Rate> rates;
  private final long eachNs;
  private int step;
  private long startNs;
  private Schedule current;

  StepSchedule(List<Rate> rates, long eachNs) {
    if (rates.isEmpty() || eachNs < 1) {
      throw new BadOptionException("steps need at least one rate and some time for each");
    }
    this.rates = List.copyOf(rates);
    this.eachNs = eachNs;
    this.current = new ConstantSchedule(rates.get(0));
  }

  @Override
  public long nextNs() {
    while (true) {
      long next = current.nextNs();
      if (next < eachNs || step == rates.size() - 1) {
        return next > END - startNs ? END : startNs + next;
      }
      step++;
      startNs = startNs > END - eachNs ? END : startNs + eachNs;
      current = new ConstantSchedule(rates.get(step));
    }
  }
}
