package dev.foliot.judgement.explain;

import dev.foliot.judgement.explain.Attribution.Explained;
import dev.foliot.judgement.explain.Attribution.Slow;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.ForkRecord.Stall;
import dev.foliot.store.Percentiles;
import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.StudyExplanation;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.store.load.RequestFiles;
import dev.foliot.store.load.ServerFiles;
import dev.foliot.text.ServiceReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The explanation of a run's slow messages, computed from what is stored. Stateless. */
public final class Explanations {
  /** Below this share a cause had no part in an episode. */
  private static final double PART = 0.1;

  /** Above this share a cause delayed a message more than everything else together. */
  private static final double MOST = 0.5;

  private static final int MOST_DETAILS = 3;

  /** Of logs in runs that do not say it: most have milliseconds. */
  private static final long USUAL_ERROR_NS = 1_000_000;

  private static final String BENCH = "bench";
  private static final String LOAD = "load";
  private static final String SERVER = "the server";

  /** The condition of a study's fork that names its arm. */
  private static final String ARM = "arm";

  private Explanations() {}

  /**
   * Explains a run; empty if no fork has both a timeline and slow messages.
   *
   * @throws dev.foliot.store.StoreException if a part cannot be read
   */
  public static Optional<ExplanationRecord> of(StoredRun run) {
    ExplanationRecord recorded =
        run.recorded().flatMap(extra -> of(extra, extra.forks())).orElse(null);
    return of(run, run.forks()).map(explanation -> explanation.with(recorded));
  }

  /**
   * Explains one fork of a run; empty if it lacks a timeline or slow messages.
   *
   * @throws dev.foliot.store.StoreException if a part cannot be read
   */
  public static Optional<ExplanationRecord> of(StoredRun run, ForkRecord fork) {
    return of(run, List.of(fork));
  }

  /** Whether no fork has response times, so that there is nothing to explain. */
  public static boolean hasNothing(List<ForkRecord> forks) {
    return forks.stream().allMatch(fork -> usual(fork.times().response()) == null);
  }

  /** The explanation of a run that {@link #hasNothing}. */
  public static ExplanationRecord ofNothing(String run) {
    return of(run, 0, List.of(), List.of());
  }

  /**
   * Explains a study arm by arm; without arms if no fork has both a timeline and slow requests.
   *
   * @throws dev.foliot.store.StoreException if a part cannot be read
   */
  public static StudyExplanation ofStudy(StoredRun run) {
    Map<String, ExplanationRecord> recorded =
        run.recorded().map(Explanations::byArm).orElse(Map.of());
    List<StudyExplanation.Arm> arms = new ArrayList<>();
    byArm(run)
        .forEach((arm, explanation) ->
            arms.add(new StudyExplanation.Arm(arm, explanation.with(recorded.get(arm)))));
    return new StudyExplanation(StudyExplanation.SCHEMA, run.id(), arms);
  }

  /** Each arm with its explanation, in the order of the plan. */
  private static Map<String, ExplanationRecord> byArm(StoredRun run) {
    Map<String, List<ForkRecord>> forks = new TreeMap<>();
    Map<Integer, String> names = new TreeMap<>();
    for (ForkRecord fork : run.forks()) {
      int number = fork.place().arm();
      String arm = fork.conditions().getOrDefault(ARM, ARM + " " + number);
      names.putIfAbsent(number, arm);
      forks.computeIfAbsent(arm, name -> new ArrayList<>()).add(fork);
    }
    Map<String, ExplanationRecord> explanations = new LinkedHashMap<>();
    for (String arm : new LinkedHashSet<>(names.values())) {
      of(run, forks.getOrDefault(arm, List.of()))
          .ifPresent(explanation -> explanations.put(arm, explanation));
    }
    return explanations;
  }

  private static Optional<ExplanationRecord> of(StoredRun run, List<ForkRecord> explained) {
    List<Explained> all = new ArrayList<>();
    Map<String, TimelineSource> sources = new LinkedHashMap<>();
    int forks = 0;
    for (ForkRecord fork : explained) {
      Optional<TimelineRecord> timeline = TimelineFiles.read(run, fork.place().fork());
      Percentiles response = fork.times().response();
      Long usual = usual(response);
      if (timeline.isEmpty() || usual == null) {
        continue;
      }
      forks++;
      RecordedStops recorded = TimelineFiles.recorded(run, fork.place().fork());
      Stream.concat(timeline.get().sources().stream(), recorded.sources().stream())
          .forEach(source ->
              sources.merge(source.name(), source, (a, b) -> a.unavailable() == null ? b : a));
      Long usualService = usual(fork.times().service());
      Slow slow =
          new Slow(
              fork.place().fork(),
              run.slowest(fork.place().fork()),
              stops(timeline.get(), fork, !recorded.sources().isEmpty()),
              recorded.stops(),
              usual,
              usualService == null ? 0 : usualService,
              beyond(response, usual));
      all.addAll(
          run.run().command().equals(BENCH)
              ? Attribution.of(slow)
              : RequestAttribution.of(slow, fork.messages().achievedPerS(), log(run, fork)));
    }
    if (run.run().command().equals(LOAD) && !isServerWatched(run)) {
      sources.put(
          SERVER,
          new TimelineSource(SERVER, 0, 0, new ServiceReason.ServerNotWatched().sentence()));
    }
    return forks == 0
        ? Optional.empty()
        : Optional.of(of(run.id(), forks, all, List.copyOf(sources.values())));
  }

  private static RequestAttribution.Log log(StoredRun run, ForkRecord fork) {
    return RequestFiles.read(run, fork.place().fork())
        .flatMap(requests -> Optional.ofNullable(requests.waits().inServer()))
        .map(log ->
            new RequestAttribution.Log(
                log.usualNs(), Objects.requireNonNullElse(log.errorNs(), USUAL_ERROR_NS)))
        .orElse(RequestAttribution.Log.NONE);
  }

  private static boolean isServerWatched(StoredRun run) {
    return run.forkNumbers().stream().anyMatch(fork -> ServerFiles.read(run, fork).isPresent());
  }

  /** The median; of few messages, or of very few episodes, the shortest. */
  private static @Nullable Long usual(Percentiles figures) {
    Long median = figures.p50();
    return median == null ? figures.min() : median;
  }

  private static long beyond(Percentiles response, long usualNs) {
    Long p99 = response.p99();
    Long p90 = response.p90();
    return p99 != null ? p99 : p90 != null ? p90 : usualNs;
  }

  /**
   * The stops seen from outside. The watcher's own gaps count only where the JVM's pause meter
   * stood still at the same time: then the machine did. What a flight recording shows too, it shows
   * more exactly.
   */
  private static List<Stop> stops(TimelineRecord timeline, ForkRecord fork, boolean isRecorded) {
    List<Stop> stops = new ArrayList<>();
    for (Stop stop : timeline.stops()) {
      if (isRecorded && StopKind.BY_JVM.contains(stop.kind())) {
        continue;
      }
      if (stop.kind() != StopKind.MACHINE) {
        stops.add(stop);
        continue;
      }
      for (Stall stall : fork.pauses().stalls()) {
        long startNs = Math.max(stop.startNs(), stall.startNs());
        long endNs = Math.min(stop.endNs(), stall.startNs() + stall.lengthNs());
        if (endNs > startNs) {
          stops.add(
              new Stop(startNs, endNs, endNs - startNs, stop.errorNs(), StopKind.MACHINE, ""));
        }
      }
    }
    return stops;
  }

  /** Sums messages up. */
  static ExplanationRecord of(
      String run, int forks, List<Explained> all, List<TimelineSource> sources) {
    double wholeNs = all.stream().mapToDouble(Explained::beyondNs).sum();
    List<CauseRecord> causes = new ArrayList<>();
    for (StopKind kind : StopKind.values()) {
      CauseRecord cause = cause(kind, all, wholeNs);
      if (cause.delayShare() > 0) {
        causes.add(cause);
      }
    }
    causes.sort(Comparator.comparingDouble(CauseRecord::delayShare).reversed());
    double unexplained =
        wholeNs == 0
            ? 0
            : all.stream().mapToDouble(one -> one.unexplained() * one.beyondNs()).sum() / wholeNs;
    return new ExplanationRecord(
        ExplanationRecord.SCHEMA,
        new ExplanationRecord.Scope(run, forks, all.size()),
        causes,
        unexplained,
        sources,
        causes.isEmpty() ? null : example(causes.getFirst().code(), all),
        null);
  }

  private static CauseRecord cause(StopKind kind, List<Explained> all, double wholeNs) {
    double sumNs = 0;
    Map<Integer, Set<Integer>> episodes = new LinkedHashMap<>();
    int messages = 0;
    long worstNs = 0;
    Map<Integer, Set<Stop>> stops = new LinkedHashMap<>();
    for (Explained one : all) {
      double share = one.shares().getOrDefault(kind, 0.0);
      sumNs += share * one.beyondNs();
      if (share >= PART) {
        episodes.computeIfAbsent(one.fork(), fork -> new HashSet<>()).add(one.episode());
        one.stops().stream()
            .filter(stop -> stop.kind() == kind)
            .forEach(
                stop -> stops.computeIfAbsent(one.fork(), fork -> new LinkedHashSet<>()).add(stop));
      }
      if (share > MOST) {
        messages++;
        worstNs = Math.max(worstNs, one.message().times().responseNs());
      }
    }
    List<Stop> distinct = stops.values().stream().flatMap(Set::stream).toList();
    return new CauseRecord(
        kind,
        wholeNs == 0 ? 0 : sumNs / wholeNs,
        episodes.values().stream().mapToInt(Set::size).sum(),
        messages,
        worstNs,
        distinct.size(),
        distinct.stream().mapToLong(Stop::lengthNs).max().orElse(0),
        details(distinct));
  }

  /** What is known of stops besides; of several details the one with the most time first. */
  private static String details(List<Stop> stops) {
    Map<String, Long> lengthsNs = new LinkedHashMap<>();
    stops.stream()
        .filter(stop -> !stop.detail().isEmpty())
        .forEach(stop -> lengthsNs.merge(stop.detail(), stop.lengthNs(), Long::sum));
    return lengthsNs.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_DETAILS)
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  private static ExplanationRecord.Example example(StopKind kind, List<Explained> all) {
    Explained slowest =
        all.stream()
            .filter(one -> one.shares().getOrDefault(kind, 0.0) > 0)
            .max(
                Comparator.comparingDouble(one ->
                    one.shares().getOrDefault(kind, 0.0) * one.message().times().responseNs()))
            .orElseThrow();
    return new ExplanationRecord.Example(
        slowest.fork(),
        slowest.message().times().intendedNs(),
        slowest.message().times().startNs(),
        slowest.message().times().endNs(),
        slowest.stops());
  }
}
