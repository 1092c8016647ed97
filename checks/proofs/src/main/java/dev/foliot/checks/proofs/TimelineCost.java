package dev.foliot.checks.proofs;

import com.sun.management.OperatingSystemMXBean;
import dev.foliot.checks.specimens.Operations;
import dev.foliot.checks.specimens.SpecimenProcess;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.Threads;
import dev.foliot.service.timeline.TimelineWatch;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Measures what the timeline of a fork costs the process that it watches, as {@link OnOffPairs}
 * does for a diagnosis: windows with and without, in pairs of random order, all in one process.
 */
public final class TimelineCost {
  private static final Path ROOT = Path.of("/");
  private static final int FEATURE = 25;
  private static final int PAIRS = 16;
  private static final int MEASURING_THREADS = 2;
  private static final double MOST = 0.01;
  private static final double MILLION = 1e6;

  /** A fork's timeline starts in the warm-up, before the measured load. */
  private static final long BEFORE_MS = 500;

  private static final long WINDOW_MS = 2_000;

  private final Proof proof;
  private final SplittableRandom random;
  private long watchCpuNs;
  private long watchedNs;

  private TimelineCost(Proof proof, SplittableRandom random) {
    this.proof = proof;
    this.random = random;
  }

  /** Takes specimens' names, the number of pairs, and a seed. */
  public static void main(String[] args) throws Exception {
    Proof proof = new Proof(args);
    long seed = proof.seed();
    proof.tell("seed %d", seed);
    boolean isMet = true;
    for (String name : proof.list("plain-cpu,thread-local")) {
      isMet &= new TimelineCost(proof, new SplittableRandom(seed)).of(name, proof.rounds(PAIRS));
    }
    System.exit(isMet ? 0 : 1);
  }

  private boolean of(String name, int pairs) throws Exception {
    proof.tell(
        "%n%s on JDK %d, %d pairs of windows of %.1f s, M operations in a second of CPU time",
        name, FEATURE, pairs, WINDOW_MS / 1e3);
    proof.tell("| pair | first | with | without | lost |");
    proof.tell("|---|---|---|---|---|");
    List<Double> lost = new ArrayList<>();
    try (SpecimenProcess specimen =
        SpecimenProcess.start(InstalledJdk.home(FEATURE), List.of(), name.split(" ", -1))) {
      with(specimen);
      watchCpuNs = 0;
      watchedNs = 0;
      for (int pair = 1; pair <= pairs; pair++) {
        boolean isWithFirst = random.nextBoolean();
        double first = isWithFirst ? with(specimen) : without(specimen);
        double second = isWithFirst ? without(specimen) : with(specimen);
        double on = isWithFirst ? first : second;
        double off = isWithFirst ? second : first;
        double share = 1 - on / off;
        lost.add(share);
        proof.tell(
            "| %d | %s | %.2f | %.2f | %+.2f %% |",
            pair, isWithFirst ? "with" : "without", on / MILLION, off / MILLION, 100 * share);
      }
    }
    Loss loss = Loss.of(lost);
    proof.tell("the watch takes %.1f %% of a CPU", 100.0 * watchCpuNs / watchedNs);
    return proof.bar(
        loss.interval().high() < MOST,
        "%s loses %+.2f %% to the timeline (median of %d pairs), 95 %% interval %+.2f to %+.2f %%;"
            + " the bar: upper end below 1 %%",
        name,
        100 * loss.median(),
        pairs,
        100 * loss.interval().low(),
        100 * loss.interval().high());
  }

  private double with(SpecimenProcess specimen) throws Exception {
    try (TimelineWatch watch = TimelineWatch.start(ROOT, specimen.pid())) {
      measuring(specimen.pid()).forEach(watch::thread);
      Thread.sleep(BEFORE_MS);
      watch.record();
      long cpuNs = cpuNs();
      long startNs = System.nanoTime();
      double perS = window(specimen);
      watchCpuNs += cpuNs() - cpuNs;
      watchedNs += System.nanoTime() - startNs;
      watch.timeline(startNs);
      return perS;
    }
  }

  private static double without(SpecimenProcess specimen) throws Exception {
    Thread.sleep(BEFORE_MS);
    return window(specimen);
  }

  private static double window(SpecimenProcess specimen) throws Exception {
    Operations before = specimen.operations();
    Thread.sleep(WINDOW_MS);
    return specimen.operations().perCpuSecondSince(before);
  }

  /** The threads that used the CPU most. */
  private static List<Long> measuring(long pid) {
    Map<Long, Long> used = new TreeMap<>();
    for (long tid : Threads.of(ROOT, pid).orElse(List.of())) {
      if (SchedStat.of(ROOT, pid, tid) instanceof Reading.Value<SchedStat>(SchedStat stat)) {
        used.put(tid, stat.onCpuNs());
      }
    }
    return used.entrySet().stream()
        .sorted(Map.Entry.<Long, Long>comparingByValue(Comparator.reverseOrder()))
        .limit(MEASURING_THREADS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static long cpuNs() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
