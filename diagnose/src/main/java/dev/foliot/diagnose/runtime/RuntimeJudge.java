package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.memory.Growth;
import dev.foliot.diagnose.memory.Growth.Point;
import dev.foliot.diagnose.reason.RuntimeReason;
import dev.foliot.hotspot.perf.JvmCounters.Collector;
import dev.foliot.hotspot.perf.JvmCounters.Safepoints;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.Threshold;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Decides which observations of collections, safepoints and the heap are findings, by the
 * thresholds named in each finding. Pure.
 *
 * <p>Stopped threads lose time for certain. The CPU time of a concurrent collector is lost only
 * where CPUs are scarce, so its thresholds are higher.
 */
final class RuntimeJudge {
  /** Growth needs as many points. */
  static final int FEWEST_FLOORS = 4;

  /** Of a concurrent collector: its share of the process's CPU time. */
  private static final Threshold GC_CPU = new Threshold(Threshold.Unit.SHARE, 0.20, 0.35, 0.50);

  /** Of the granted CPUs: an idle program with a busy collector has CPUs left. */
  static final double GC_CPU_LEAST = 0.10;

  /** Of the pauses. */
  static final double STARVED = 0.7;

  /** A shorter mean until all threads have stopped is usual. */
  static final double LATE_NS = 1e6;

  /** Too few GC threads are a finding from this share of the time in pauses on. */
  private static final double MISFIT =
      FindingKind.GC_THREADS.thresholds().getFirst().least(Severity.MEDIUM);

  private static final int FEWEST_SAFEPOINTS = 3;
  private static final int MOST_LATE = 3;
  private static final int TOO_MANY = 2;
  private static final int TOO_FEW = 3;
  private static final long LEAST_GROWTH = 8 << 20;
  private static final double LEAST_GROWTH_SHARE = 0.02;
  private static final double HIGH_FULL_S = 600;
  private static final double MEDIUM_FULL_S = 86_400;
  private static final double SURE_AFTER_NS = 30e9;
  private static final double NS_PER_MS = 1e6;
  private static final double MIB = 1 << 20;

  private RuntimeJudge() {}

  /** The findings, the most severe first. */
  static List<ResourceFinding> findings(RuntimeObservations observed, Optional<GcFigures> figures) {
    return Stream.of(
            gcPressure(observed, figures),
            figures.flatMap(RuntimeJudge::safepoints),
            figures.flatMap(one -> late(observed, one)),
            CodeJudge.codeCache(observed),
            CodeJudge.slowCode(observed),
            figures.flatMap(one -> heapGrowth(observed, one)),
            gcThreads(observed, figures))
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(ResourceFinding::severity))
        .toList();
  }

  private static Optional<ResourceFinding> gcPressure(
      RuntimeObservations observed, Optional<GcFigures> figures) {
    double gcCpus = observed.cpusOf(observed.gcNs());
    double gcCpuShare =
        observed.work().map(work -> share(observed.gcNs(), work.processNs())).orElse(0.0);
    double pauses = pauseShare(observed, figures);
    boolean isCpuScarce = gcCpus >= GC_CPU_LEAST * granted(observed);
    Optional<Severity> byPauses =
        FindingKind.GC_PRESSURE
            .severity(pauses)
            .map(severity -> isStarved(observed, figures) ? byWork(observed) : severity);
    Optional<Severity> byCpu =
        observed.collector().isConcurrent() && isCpuScarce
            ? GC_CPU.severity(gcCpuShare)
            : Optional.empty();
    Optional<Severity> byStalls =
        RuntimeText.areStalls(figures)
            ? Optional.of(isCpuScarce ? Severity.HIGH : Severity.MEDIUM)
            : Optional.empty();
    return Stream.of(byPauses, byCpu, byStalls)
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder())
        .map(severity ->
            new ResourceFinding(
                FindingKind.GC_PRESSURE,
                new Grade(severity, new RuntimeReason.CollectionTime(pauses, gcCpus, gcCpuShare)),
                observed.collector().words(),
                gcEvidence(observed, figures, pauses, gcCpus, gcCpuShare),
                new Advice(
                    RuntimeText.collections(observed, figures),
                    RuntimeText.collectionRemedies(observed, figures),
                    figures.isPresent() && !isStarved(observed, figures) ? 0.9 : 0.5)));
  }

  /** The severity where collections waited for a CPU: by what they would have taken with one. */
  private static Severity byWork(RuntimeObservations observed) {
    long workNs = observed.work().map(work -> work.gcNs() + work.vmNs()).orElse(0L);
    return FindingKind.GC_PRESSURE.severity(observed.cpusOf(workNs)).orElse(Severity.LOW);
  }

  /** Whether collections got less CPU time than their pauses lasted: one thread works at least. */
  static boolean isStarved(RuntimeObservations observed, Optional<GcFigures> figures) {
    return figures.isPresent()
        && observed.work().isPresent()
        && observed.work().get().gcNs() + observed.work().get().vmNs()
            < STARVED * figures.get().pauseNs();
  }

  /** Without counters: GC threads that used all CPUs of the pauses give a lower bound. */
  static double pauseShare(RuntimeObservations observed, Optional<GcFigures> figures) {
    if (figures.isPresent()) {
      return figures.get().pauseShare();
    }
    if (observed.collector().isConcurrent()) {
      return 0;
    }
    int threads =
        observed.collector() == JvmSettings.Collector.SERIAL
            ? 1
            : observed.work().map(CpuWork::gcThreads).orElse(1);
    double atATime = Math.max(1, Math.min(granted(observed), threads));
    return Math.min(1, observed.cpusOf(observed.gcNs()) / atATime);
  }

  private static double granted(RuntimeObservations observed) {
    return observed.cpus().map(GrantedCpus::cpus).orElse(1.0);
  }

  private static double share(long part, long whole) {
    return whole <= 0 ? 0 : Math.min(1, (double) part / whole);
  }

  private static List<Evidence> gcEvidence(
      RuntimeObservations observed,
      Optional<GcFigures> figures,
      double pauses,
      double gcCpus,
      double gcCpuShare) {
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(
        new Evidence(
            "time in which collections stopped all threads",
            100 * pauses,
            "% of the time",
            figures.isPresent() ? "by HotSpot's counters" : "at least; by the CPU time of GC"));
    figures.ifPresent(one -> {
      for (Collector collector : one.collectors()) {
        if (collector.collections() > 0) {
          evidence.add(
              new Evidence(
                  Shown.text(collector.name()),
                  one.perS(collector.collections()),
                  "a second",
                  Numbers.duration((double) collector.pauseNs() / collector.collections())
                      + " each"));
        }
      }
    });
    evidence.add(
        new Evidence(
            "CPUs that collections used",
            gcCpus,
            "CPUs",
            Numbers.percent(gcCpuShare) + " of the process's CPU time"));
    figures.ifPresent(one -> heapEvidence(observed, one, evidence));
    return evidence;
  }

  private static void heapEvidence(
      RuntimeObservations observed, GcFigures figures, List<Evidence> evidence) {
    live(figures)
        .ifPresent(bytes ->
            evidence.add(
                new Evidence(
                    "live set, at most",
                    bytes / MIB,
                    "MiB",
                    figures.floors().isEmpty()
                        ? "survived young collections"
                        : "survived collections of the whole heap")));
    observed
        .settings()
        .filter(settings -> settings.maxHeapBytes() > 0)
        .ifPresent(settings ->
            evidence.add(new Evidence("greatest heap", settings.maxHeapBytes() / MIB, "MiB")));
    figures
        .allocatedPerS()
        .ifPresent(perS ->
            evidence.add(
                new Evidence(
                    "allocation rate, about", perS / MIB, "MiB/s", "by the fillings of eden")));
    if (!figures.causes().isEmpty()) {
      evidence.add(
          new Evidence(
              "collections",
              (double) figures.collections(),
              "",
              "most for: " + Shown.text(figures.causes().getFirst())));
    }
  }

  /** The least that survived a collection. */
  static OptionalLong live(GcFigures figures) {
    List<Point> points = figures.floors().isEmpty() ? figures.survived() : figures.floors();
    return points.stream().mapToLong(Point::amount).min();
  }

  /** Safepoints without a collection, and without the wait for the last thread. */
  private static Optional<ResourceFinding> safepoints(GcFigures figures) {
    if (figures.safepoints().isEmpty()) {
      return Optional.empty();
    }
    Safepoints all = figures.safepoints().get();
    long others = Math.max(0, all.count() - figures.collections());
    double share = figures.share((double) all.totalNs() - all.syncNs() - figures.pauseNs());
    if (others < FEWEST_SAFEPOINTS) {
      return Optional.empty();
    }
    return FindingKind.SAFEPOINTS
        .severity(share)
        .map(severity ->
            new ResourceFinding(
                FindingKind.SAFEPOINTS,
                new Grade(severity, new RuntimeReason.SafepointTime(share, figures.perS(others))),
                "all threads",
                safepointEvidence(figures, all, others, share),
                FindingKind.SAFEPOINTS.advice(0.8)));
  }

  private static List<Evidence> safepointEvidence(
      GcFigures figures, Safepoints all, long others, double share) {
    return List.of(
        new Evidence("time in safepoints without a collection", 100 * share, "% of the time"),
        new Evidence("such safepoints", figures.perS(others), "a second"),
        new Evidence(
            "time in all safepoints",
            100 * figures.share((double) all.totalNs()),
            "% of the time",
            "collections, and the wait for the last thread, included"));
  }

  /** Whether stopped threads wait long enough for the last one to make a finding. */
  static boolean areThreadsLate(GcFigures figures) {
    return figures
        .safepoints()
        .filter(all -> all.count() > 0 && all.syncNs() >= LATE_NS * all.count())
        .flatMap(
            all -> FindingKind.TIME_TO_SAFEPOINT.severity(figures.share((double) all.syncNs())))
        .isPresent();
  }

  /** Threads that keep the stopped ones waiting. */
  private static Optional<ResourceFinding> late(RuntimeObservations observed, GcFigures figures) {
    if (!areThreadsLate(figures)) {
      return Optional.empty();
    }
    Safepoints all = figures.safepoints().orElseThrow();
    double share = figures.share((double) all.syncNs());
    double meanNs = (double) all.syncNs() / all.count();
    String place = observed.late().stream().findFirst().map(LateThreads.Late::place).orElse("");
    boolean isForCpu = observed.isLateForCpu();
    return FindingKind.TIME_TO_SAFEPOINT
        .severity(share)
        .map(severity ->
            new ResourceFinding(
                FindingKind.TIME_TO_SAFEPOINT,
                new Grade(
                    isForCpu ? Severity.LOW : severity,
                    isForCpu
                        ? new RuntimeReason.LateForCpu(share, observed.lateCpuWait().orElse(0))
                        : new RuntimeReason.LateSafepoints(share, meanNs)),
                place.isEmpty() ? "all threads" : place,
                lateEvidence(observed, figures, all, share),
                FindingKind.TIME_TO_SAFEPOINT.advice(isForCpu ? 0.4 : 0.8)));
  }

  private static List<Evidence> lateEvidence(
      RuntimeObservations observed, GcFigures figures, Safepoints all, double share) {
    List<Evidence> evidence = new ArrayList<>();
    for (LateThreads.Late late : observed.late().stream().limit(MOST_LATE).toList()) {
      evidence.add(
          new Evidence(
              "the late thread was " + Shown.text(late.name()),
              100.0 * late.times() / late.looks(),
              "% of " + Numbers.count(late.looks(), "sample"),
              late.places().isEmpty()
                  ? "its method is unknown"
                  : "in " + Shown.text(late.place())));
    }
    if (evidence.isEmpty()) {
      evidence.add(new Evidence("the late thread", null, "", "not caught: see the remedies"));
    }
    evidence.addAll(
        List.of(
            new Evidence("time until the last thread had stopped", 100 * share, "% of the time"),
            new Evidence(
                "mean of a safepoint",
                all.syncNs() / NS_PER_MS / all.count(),
                "ms",
                "usual: 0.1 ms"),
            new Evidence("longest in one sample interval", longestMs(observed), "ms"),
            new Evidence(
                "safepoints", figures.perS(all.count()), "a second", "collections included")));
    return evidence;
  }

  private static double longestMs(RuntimeObservations observed) {
    long longest = 0;
    for (int i = 1; i < observed.samples().size(); i++) {
      Optional<Safepoints> before = observed.samples().get(i - 1).counters().safepoints();
      Optional<Safepoints> now = observed.samples().get(i).counters().safepoints();
      if (before.isPresent() && now.isPresent()) {
        longest = Math.max(longest, now.get().syncNs() - before.get().syncNs());
      }
    }
    return longest / NS_PER_MS;
  }

  private static Optional<ResourceFinding> heapGrowth(
      RuntimeObservations observed, GcFigures figures) {
    long most = observed.settings().map(JvmSettings::maxHeapBytes).orElse(0L);
    if (most == 0) {
      return Optional.empty();
    }
    long least = Math.max(LEAST_GROWTH, (long) (LEAST_GROWTH_SHARE * most));
    Optional<Growth> whole = Growth.of(figures.floors(), least);
    Optional<Growth> found = whole.or(() -> Growth.of(figures.survived(), least));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Growth growth = found.get();
    double fullInS = Math.max(0, most - growth.to()) / growth.perS();
    boolean isLong = figures.spanNs() >= SURE_AFTER_NS;
    if (whole.isEmpty()
        && (!isLong || figures.floors().size() >= FEWEST_FLOORS || fullInS > HIGH_FULL_S)) {
      // promoted garbage, which a collection of the whole heap frees
      return Optional.empty();
    }
    Severity severity =
        whole.isEmpty() || fullInS > MEDIUM_FULL_S
            ? Severity.LOW
            : fullInS > HIGH_FULL_S ? Severity.MEDIUM : Severity.HIGH;
    double sure = isLong ? 0.8 : 0.6;
    return Optional.of(
        new ResourceFinding(
            FindingKind.HEAP_GROWTH,
            new Grade(
                severity,
                new RuntimeReason.LiveHeapGrows(
                    growth.amount(), growth.perS(), fullInS, whole.isPresent())),
            "Java heap",
            List.of(
                new Evidence(
                    "growth of the live heap",
                    growth.perS() / MIB,
                    "MiB/s",
                    "from "
                        + Numbers.binaryBytes(growth.from())
                        + " to "
                        + Numbers.binaryBytes(growth.to())),
                new Evidence("greatest heap", most / MIB, "MiB"),
                new Evidence(
                    "collections of the whole heap", (double) figures.floors().size(), "samples")),
            new Advice(
                RuntimeText.heapGrowth(whole.isPresent()),
                FindingKind.HEAP_GROWTH.remedies(),
                whole.isPresent() ? sure : 0.4)));
  }

  /** GC threads sized for another machine. */
  private static Optional<ResourceFinding> gcThreads(
      RuntimeObservations observed, Optional<GcFigures> figures) {
    if (observed.settings().isEmpty() || observed.cpus().isEmpty()) {
      return Optional.empty();
    }
    JvmSettings settings = observed.settings().get();
    GrantedCpus cpus = observed.cpus().get();
    boolean isSerial = settings.collector() == JvmSettings.Collector.SERIAL;
    int threads = isSerial ? 1 : settings.gcThreads();
    int expected = cpus.pauseThreads();
    double pauses = pauseShare(observed, figures);
    boolean isTooMany = threads >= TOO_MANY * expected && threads - expected >= TOO_MANY;
    boolean isTooFew = threads > 0 && threads * TOO_FEW <= expected && pauses >= MISFIT;
    if (!isTooMany && !isTooFew) {
      return Optional.empty();
    }
    Severity severity = FindingKind.GC_THREADS.severity(pauses).orElse(Severity.LOW);
    return Optional.of(
        new ResourceFinding(
            FindingKind.GC_THREADS,
            new Grade(
                severity,
                new RuntimeReason.GcThreadsMisfit(threads, expected, cpus.cpus(), pauses)),
            "GC threads",
            List.of(
                new Evidence("threads of a pause", (double) threads, "", "by the flags"),
                new Evidence(
                    "GC threads running",
                    observed.work().isPresent() ? (double) observed.work().get().gcThreads() : null,
                    "",
                    "by their names"),
                new Evidence("CPUs that the process may use", cpus.allowed(), "CPUs"),
                new Evidence(
                    "quota",
                    cpus.quota().isPresent() ? cpus.quota().getAsDouble() : null,
                    "CPUs",
                    cpus.quota().isPresent() ? "the tightest" : "none")),
            new Advice(
                RuntimeText.gcThreads(isTooMany, isSerial),
                RuntimeText.gcThreadRemedies(isTooMany, isSerial, expected),
                0.8)));
  }
}
