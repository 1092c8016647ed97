package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.AccessResult;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.linux.process.Programs;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.List;
import java.util.Map;

/**
 * Counts CPU events of a JVM with {@code perf stat}.
 *
 * <p>It uses the events that this machine grants. Most virtual machines have no hardware counters
 * and leave only software events.
 *
 * <p>perf follows new threads and multiplexes counters, so it is used even for software events;
 * their content is also part of the scheduler examination. A single capture gives no finding,
 * because the cycles per instruction depend on the program: a verdict needs a capture of a fast
 * node ({@link dev.foliot.diagnose.counters.compare.CounterComparison}).
 *
 * <p>In parallel {@code perf mem} samples the memory accesses of the threads, where the processor
 * samples data addresses. These are resolved to HotSpot's structures.
 */
public final class CountersExamination implements Examination<ResourceFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.COUNTERS;
  }

  @Override
  public Outcome<ResourceFinding> run(Target target) {
    Programs tools = Programs.ofThisProcess();
    AccessLook.Slice accesses =
        new AccessLook.Slice(
            new AccessLook(
                target.root(), target.pid(), target.duration(), tools, new LivePlaces(target)));
    ExaminationRecord counted;
    try {
      counted =
          new PerfRun(target.root(), target.pid(), target.duration(), tools, Granted.Probe.LIVE)
              .record();
    } catch (RuntimeException e) {
      accesses.interrupt();
      throw e;
    }
    AccessResult sampled = accesses.await();
    return new Outcome<>(
        sampled.addedTo(counted),
        List.of(),
        Outcome.Besides.of(finding -> confirmed(finding, sampled.confirmed())));
  }

  /** Adds the confirmation of the same structure to a finding of a class. */
  static Finding confirmed(Finding finding, Map<Long, String> seen) {
    return switch (finding) {
      case SharingFinding sharing -> {
        String evidence = seen.get(sharing.placement().place().address());
        yield evidence == null
            ? sharing
            : sharing.confirmedBy("Sampled accesses to memory show the same: " + evidence + ".");
      }
      case ResourceFinding resource -> resource;
    };
  }
}
