package dev.foliot.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides who spins and who parks, from the rate and the granted CPUs.
 *
 * <p>The threads that spin are fewer than the CPUs: a harness that takes the last CPU measures
 * itself. Only a user who asks for a spinning pause meter gets one more.
 *
 * @param producersSpin whether the producers may spin
 * @param producersPark whether they park first while time remains
 * @param pauseMeterSpins whether the pause meter spins too
 * @param notes notes on the choice, for the reader
 */
record WaitPlan(
    boolean producersSpin, boolean producersPark, boolean pauseMeterSpins, List<String> notes) {
  private static final double LONG_GAP_NS = 1_000_000;

  /** CPUs that a spinning pause meter must leave to the code under test. */
  private static final int LEFT_FOR_TASK = 2;

  static WaitPlan of(BenchConfig config, int grantedCpus) {
    List<String> notes = new ArrayList<>();
    boolean maySpin = config.producers() <= grantedCpus - 1;
    if (!maySpin) {
      notes.add(
          "producers park: "
              + config.producers()
              + " of them would leave none of "
              + grantedCpus
              + " CPUs free");
    }
    boolean park =
        switch (config.waitMode()) {
          case SPIN -> !maySpin;
          case PARK -> true;
          case AUTO -> !maySpin || config.rate().meanGapNs() * config.producers() > LONG_GAP_NS;
        };
    int spinning = maySpin ? config.producers() : 0;
    boolean spare = grantedCpus - spinning - 1 >= LEFT_FOR_TASK;
    boolean meterSpins =
        switch (config.waits().jitter()) {
          case AUTO -> spare;
          case SPIN -> grantedCpus > 1;
          case SLEEP -> false;
        };
    if (!meterSpins) {
      notes.add(
          "the pause meter sleeps"
              + (spare ? "" : " (no spare CPU)")
              + ": it detects stalls below 1 ms only by chance");
    } else if (!spare) {
      notes.add(
          "the pause meter spins, as --jitter spin asks: the task shares the CPUs with it, and"
              + " none of them sleeps");
    }
    return new WaitPlan(maySpin, park, meterSpins, List.copyOf(notes));
  }

  Wait producerWait() {
    if (!producersSpin) {
      return Wait.parking();
    }
    return producersPark ? Wait.parkingThenSpinning() : Wait.spinning();
  }

  String producerMode() {
    if (!producersSpin) {
      return "park";
    }
    return producersPark ? "park then spin" : "spin";
  }
}
