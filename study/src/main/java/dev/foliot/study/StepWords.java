package dev.foliot.study;

import dev.foliot.load.Traffic;
import java.util.Locale;

/** A load in words. */
final class StepWords {
  private static final double MS = 1e6;

  private StepWords() {}

  /** Its traffic; the callers of a program without a network are no clients. */
  static String traffic(StepPlan step) {
    if (step.app() == StudyApp.LOTTERY) {
      return "type checks by two threads of one process, no network";
    }
    if (step.app() == StudyApp.BANK && step.traffic() instanceof Traffic.Idle) {
      return "the program's own work, by the total that it prints";
    }
    if (step.app() != StudyApp.BURN || !(step.traffic() instanceof Traffic.Closed closed)) {
      return step.traffic().toString();
    }
    return "closed loop, " + closed.clients() + " callers in the process itself, no network";
  }

  /** {@code 0.05 ms}. */
  static String task(long taskNs) {
    String written = String.format(Locale.ROOT, "%.3f", taskNs / MS);
    return written.replaceAll("\\.?0+$", "") + " ms";
  }

  /** {@code 1 CPU}, {@code 2 CPUs}. */
  static String cpus(int count) {
    return count + (count == 1 ? " CPU" : " CPUs");
  }
}
