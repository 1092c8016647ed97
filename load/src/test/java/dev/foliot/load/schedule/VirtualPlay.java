package dev.foliot.load.schedule;

import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseTally;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import java.util.ArrayList;
import java.util.List;

/** Plays a plan in virtual time, on one event loop with a punctual clock. */
final class VirtualPlay {
  static final long MS = 1_000_000;
  static final long SECOND = 1_000 * MS;

  /** The clock's reading at the start. */
  static final long START_NS = 7 * SECOND;

  private VirtualPlay() {}

  static LoadPlan plan(int connections, long timeoutNs, LoadPhase... phases) {
    return new LoadPlan(
        Target.parse("http://127.0.0.1:1"),
        List.of(RequestTemplate.get("/")),
        List.of(phases),
        Sending.http1(connections, 1, timeoutNs, true),
        1,
        LoadPlan.USUAL_INTERVAL_NS);
  }

  static List<PhaseFigures> play(LoadPlan plan, VirtualWire.Target target) {
    List<PhaseTally> tallies = tallies(plan, target);
    List<PhaseFigures> figures = new ArrayList<>();
    for (int i = 0; i < tallies.size(); i++) {
      figures.add(
          new PhaseFigures(List.of(tallies.get(i)), plan.phases().get(i), plan.execution()));
    }
    return figures;
  }

  /** What is recorded of each phase. */
  static List<PhaseTally> tallies(LoadPlan plan, VirtualWire.Target target) {
    VirtualWire wire = new VirtualWire(plan.sending().slots(), target, timeNs -> 0);
    List<ScheduledPhase> phases = new ArrayList<>();
    long offsetNs = 0;
    for (int i = 0; i < plan.phases().size(); i++) {
      phases.add(new ScheduledPhase(plan, i, 0, 1, offsetNs, new LiveCounts()));
      offsetNs += plan.phases().get(i).durationNs();
    }
    wire.play(
        new RequestScheduler(
            wire, wire, phases, plan.sending().slots(), plan.sending().timeoutNs()),
        START_NS);
    return phases.stream().map(phase -> phase.log().tally()).toList();
  }
}
