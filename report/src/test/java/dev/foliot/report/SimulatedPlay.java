package dev.foliot.report;

import dev.foliot.store.Percentiles;
import dev.foliot.store.Unavailable;
import dev.foliot.store.Validity;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyCollection;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyDecision;
import dev.foliot.store.study.StudyFlight;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyStep;
import dev.foliot.store.study.StudyThreads;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import dev.foliot.text.RunReason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A fork of a study that was never played, by rules of thumb: arms differ by how many requests they
 * let wait at once, how soon, and by what each costs.
 */
final class SimulatedPlay {
  private static final double MB = 1e6;
  private static final double[] COST = {1, 1.12, 1.05, 0.97};
  private static final double[] READY_S = {0.1, 1.3, 0.4, 0.1};

  private final String study;
  private final StudyStep step;
  private final int arm;
  private final boolean looks;
  private final double luck;
  private final double seconds;
  private final double perS;

  /**
   * @param looks whether what memory is made of is looked at
   */
  public SimulatedPlay(String study, StudyStep step, int arm, Random random, boolean looks) {
    this.looks = looks;
    this.study = study;
    this.step = step;
    this.arm = arm % COST.length;
    this.luck = 1 + 0.02 * random.nextGaussian();
    this.seconds = step.times().durationNs() / 1e9;
    this.perS = full() * luck;
  }

  private double full() {
    Long taskNs = step.varied().taskNs();
    Integer cpus = step.varied().cpus();
    Double rate = step.load().ratePerS();
    if (rate != null) {
      return rate;
    }
    if (taskNs != null) {
      return (cpus == null ? 1 : cpus) * 1e9 / (taskNs + 12_000 * COST[arm]);
    }
    double n = cpus == null ? 1 : cpus;
    double most = 6_000 * n / (1 + 0.08 * (n - 1) + 0.0005 * n * (n - 1)) / COST[arm];
    double waiting = Math.min(clients(), arm == 3 ? 50 : Integer.MAX_VALUE);
    Long delayNs = step.varied().delayNs();
    double loose = waiting / ((delayNs == null ? 1_000_000 : delayNs) / 1e9 + 0.0002);
    return Math.min(most, loose);
  }

  private int clients() {
    Integer clients = step.load().clients();
    return clients == null ? 80 : clients;
  }

  public StudyPoint point(String name, int index, int number, Validity validity, String text) {
    Map<String, Double> measures = new LinkedHashMap<>();
    measures.put("per_cpu_s", 6_100 / COST[arm] * luck);
    measures.put("remote_late_mean_ms", 0.1);
    switch (study) {
      case "ramp-up" -> {
        measures.put("plateau_per_s", perS);
        measures.put("time_to_full_s", READY_S[arm] * luck);
      }
      case "memory" -> {
        measures.put("rss_end_bytes", 200 * MB * COST[arm]);
        measures.put("direct_end_bytes", 80 * MB);
        measures.put("direct_fell_bytes", 60 * MB);
        measures.put("unattributed_share", 0.02);
      }
      case "short-tasks" -> {
        measures.put("tasks_per_s", perS);
        measures.put("cpu_us_per_task", task() / 1e3 + 12 * COST[arm]);
        measures.put("wake_wait_mean_us", 40 * COST[arm] * luck);
        measures.put("parked_while_queued_share", 0.08 * COST[arm]);
        measures.put("longest_parked_us", 9_000 * COST[arm]);
        if (isTraced()) {
          measures.put("wakeups_traced", 1_200.0 * (arm + 1));
          measures.put("wakeup_mean_us", 7 * COST[arm]);
          measures.put("wakeup_p50_us", 5 * COST[arm]);
          measures.put("wakeup_p99_us", 60 * COST[arm]);
          measures.put("wakeup_max_us", 900 * COST[arm]);
        }
      }
      default -> measures.put("cpus", 1.0);
    }
    long p50 = (long) (clients() / perS * 1e9);
    return new StudyPoint(
        new StudyPoint.Cell(name, index, step.load().ratePerS(), step.load().clients(), number),
        new StudyPoint.Answered(
            perS,
            new Percentiles(
                "ns",
                10_000,
                new Percentiles.Range(p50 / 2, p50 * 9, p50 * 1.1),
                Percentiles.usual(p50, p50 * 2, p50 * 3, p50 * 5),
                Map.of("p99_99", new RunReason.NothingRecorded()),
                Map.of(),
                Map.of()),
            arm == 3 ? Map.of("status 503" + text, 7L) : Map.of()),
        new StudyPoint.Used(
            perS / 6_100 * COST[arm], (long) (180 * MB * COST[arm]), 24 + clients() / (arm + 1)),
        new MetricValues(measures),
        new StudyPoint.Observed(
            new StudyWatch(
                (long) (seconds * 1e9),
                new StudyWatch.Cpu(0.7, 0.2, 1_000 * luck, 100, 0.3, 0),
                new StudyWatch.Threads(40, 1),
                new StudyWatch.Rss(5, 7, 8),
                List.of()),
            new StudyFlight(12, 40_000_000, 12, 30_000_000, 4_000_000, arm, 2_000_000, 0),
            looks
                ? new StudyCollection(
                    (long) (90 * MB),
                    (long) (30 * MB),
                    (long) (80 * MB),
                    (long) (20 * MB),
                    (long) (210 * MB),
                    (long) (160 * MB))
                : null,
            null,
            null),
        new StudyPoint.Trust(Unavailable.of(unavailable(text)), validity, null),
        StudyPoint.Placement.NONE);
  }

  /** Burn on two CPUs; elsewhere the trace points are closed. */
  private boolean isTraced() {
    Integer cpus = step.varied().cpus();
    return isBurn() && cpus != null && cpus == 2;
  }

  private boolean isBurn() {
    String app = step.varied().app();
    return app != null && app.startsWith("burn");
  }

  private List<Reason> unavailable(String text) {
    List<Reason> unavailable =
        new ArrayList<>(text.isEmpty() ? List.of() : Reasons.plain(List.of(text)));
    if (isBurn() && !isTraced()) {
      unavailable.add(
          new StudyReason.WakeUpsUntraced(new Reason.Plain("it is not mounted; mount it" + text)));
    }
    return unavailable;
  }

  private double task() {
    Long taskNs = step.varied().taskNs();
    return taskNs == null ? 0 : (double) taskNs;
  }

  public StudyCourse course(String text) {
    List<StudyInterval> intervals = new ArrayList<>();
    List<StudySample> samples = new ArrayList<>();
    List<StudyThreads> threads = new ArrayList<>();
    List<StudyMemory> memory = new ArrayList<>();
    double idle = step.times().idleNs() / 1e9;
    long sum = 0;
    for (int i = (int) (-idle * 10); i < seconds * 10; i++) {
      double at = i * 100.0;
      double share = i < 0 ? 0 : Math.min(1, (i + 1) / 10.0 / READY_S[arm]);
      long ok = Math.round(perS / 10 * share * (i % 2 == 0 ? 1.4 : 0.6));
      sum += ok;
      Long p50 = ok == 0 ? null : (Long) (long) (clients() / perS * 1e9);
      Long p99 = p50 == null ? null : (Long) (p50 * 3);
      intervals.add(
          new StudyInterval(
              at,
              at + 100,
              new LoadInterval.Counts(ok, ok, arm == 3 && i == 5 ? 7 : 0, 1, 1),
              new LoadInterval.Times(p50, p99, p99, p50, p99, 0L, 0L)));
      samples.add(
          new StudySample(
              at,
              new StudySample.Sums(
                  sum * 120_000, sum * 40_000, sum * 3, sum / 5, sum * 30_000, 0, 0),
              new StudySample.Now(
                  1,
                  20 + (int) (share * clients()),
                  arm == 0 ? 1 : 0,
                  (long) (150 * MB + share * 30 * MB * COST[arm]))));
      threads.add(
          new StudyThreads(
              at,
              arm == 0 ? null : (Long) (long) clients(),
              (long) (share * Math.min(clients(), arm == 3 ? 50 : 1_000)),
              1,
              arm == 3 ? 250 : 0,
              sum,
              0));
      if (i % 5 == 0 && looks) {
        memory.add(memory(at, i / 10.0));
      }
    }
    return new StudyCourse(intervals, samples, threads, decisions(text), memory, List.of());
  }

  private StudyMemory memory(double atMs, double s) {
    Map<String, Long> parts = new LinkedHashMap<>();
    double[] mb = {40 + s * 2, 20, 9, 3 + arm, 5 + s * 3 * COST[arm], 2, 12, 8, 15, 4, 0, 5};
    for (int i = 0; i < mb.length; i++) {
      parts.put(StudyMemory.PARTS.get(i), (long) (mb[i] * MB));
    }
    long sum = parts.values().stream().mapToLong(Long::longValue).sum();
    return new StudyMemory(atMs, (long) ((20 + s) * MB), (long) (64 * MB), sum, parts);
  }

  private List<StudyDecision> decisions(String text) {
    if (arm != 1) {
      return List.of();
    }
    List<StudyDecision> decisions = new ArrayList<>();
    decisions.add(new StudyDecision(-500, 1, 4, 8, "grow: 12 tasks wait" + text));
    for (int i = 0; i < 5; i++) {
      decisions.add(
          new StudyDecision(
              100 + 200.0 * i,
              2 + i,
              8L << i,
              16L << i,
              "grow: tasks wait and the CPU is idle (" + (10 + i) + " %)" + text));
    }
    return decisions;
  }
}
