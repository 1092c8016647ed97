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
 * What the CPUs count while a JVM runs, by {@code perf stat} with the events that this machine
 * grants. Where it shows no hardware counters, as most virtual machines, software events are left.
 *
 * <p>perf is needed even for those: it follows threads that start later and shares counters out by
 * turns, which a count of ours would have to do again; and what software events tell, the
 * examination of the scheduler tells without it. No finding comes of one capture: how many cycles
 * an instruction takes depends on the program, so a verdict takes a fast node's capture beside it
 * ({@link dev.foliot.diagnose.counters.compare.CounterComparison}).
 *
 * <p>Beside it {@code perf mem} samples which memory the threads touch, where the processor samples
 * data addresses; these are resolved to what HotSpot keeps there.
 */
public final class CountersExamination {
  private CountersExamination() {}

  /**
   * What came out.
   *
   * @param record how far it came, with the counts
   * @param findings the most severe first
   * @param confirmed by the address of a class's structure: what sampled accesses to memory showed
   *     that confirms that threads share a cache line of it; empty where perf samples no addresses
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
   * Looks at a JVM for {@code duration}. Ends early, with what it has so far, when the calling
   * thread is interrupted; its interrupt status is then set.
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
