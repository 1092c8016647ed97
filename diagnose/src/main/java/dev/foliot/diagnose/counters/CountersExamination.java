package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.AccessResult;
import dev.foliot.linux.process.Programs;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
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
public final class CountersExamination {
  private CountersExamination() {}

  /**
   * The result.
   *
   * @param record its completeness, with the counts
   * @param findings the most severe first
   * @param confirmed by the address of a class's structure: sampled accesses that confirm that
   *     threads share one of its cache lines; empty if perf samples no addresses
   */
  public record Outcome(
      ExaminationRecord record, List<ResourceFinding> findings, Map<Long, String> confirmed) {
    /** Keeps copies. */
    public Outcome {
      findings = List.copyOf(findings);
      confirmed = Map.copyOf(confirmed);
    }
  }

  /**
   * Examines a JVM for {@code duration}. An interrupt of the calling thread ends it early, with the
   * results so far; the interrupt status stays set.
   *
   * @param root below which the kernel's files are, usually "/"
   */
  public static Outcome of(Path root, long pid, Duration duration) {
    Programs tools = Programs.ofThisProcess();
    AccessLook.Slice accesses =
        new AccessLook.Slice(new AccessLook(root, pid, duration, tools, new LivePlaces(root, pid)));
    ExaminationRecord counted;
    try {
      counted = new PerfRun(root, pid, duration, tools, Granted.Probe.LIVE).record();
    } catch (RuntimeException e) {
      accesses.interrupt();
      throw e;
    }
    AccessResult sampled = accesses.await();
    return new Outcome(sampled.addedTo(counted), List.of(), sampled.confirmed());
  }
}
