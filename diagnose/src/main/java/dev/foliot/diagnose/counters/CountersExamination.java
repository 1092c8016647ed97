package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.child.Tools;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What the CPUs count while a JVM runs, by {@code perf stat} with the events that this machine
 * grants. Where it shows no hardware counters, as most virtual machines, software events are left.
 *
 * <p>perf is needed even for those: it follows threads that start later and shares counters out by
 * turns, which a count of ours would have to do again; and what software events tell, the
 * examination of the scheduler tells without it. No finding comes of one capture: how many cycles
 * an instruction takes depends on the program, so a verdict takes a fast node's capture beside it
 * ({@link dev.foliot.diagnose.counters.compare.CounterComparison}).
 */
public final class CountersExamination {
  private CountersExamination() {}

  /**
   * What came out.
   *
   * @param record how far it came, with the counts
   * @param findings the gravest first
   */
  public record Outcome(ExaminationRecord record, List<ResourceFinding> findings) {
    /** Keeps a copy. */
    public Outcome {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Looks at a JVM for {@code duration}. Ends early, with what it has so far, when the calling
   * thread is interrupted; its interrupt status is then set.
   *
   * @param root below which the kernel's files are, usually "/"
   */
  public static Outcome of(Path root, long pid, Duration duration) {
    PerfRun run = new PerfRun(root, pid, duration, Tools.ofThisProcess(), Probe.LIVE);
    return new Outcome(run.record(), List.of());
  }
}
