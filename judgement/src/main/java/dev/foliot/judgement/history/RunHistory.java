package dev.foliot.judgement.history;

import dev.foliot.judgement.run.ArmNames;
import dev.foliot.judgement.run.Summary;
import dev.foliot.store.Arm;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyRecord;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a store over time, by name.
 *
 * @param lines the one with the latest run first
 * @param leftOut the runs that are in none
 */
public record RunHistory(List<HistoryLine> lines, LeftOut leftOut) {
  private static final Set<String> MEASURED = Set.of("bench", "load", "study");
  private static final Set<String> USUAL_DISPATCH = Set.of("inline", "http");

  /**
   * The runs that are in no line.
   *
   * @param withoutPercentiles how many by their command, as {@code diagnose}
   * @param unfinished how many run still, or were interrupted
   * @param unreadable how many cannot be read
   */
  public record LeftOut(Map<String, Integer> withoutPercentiles, int unfinished, int unreadable) {
    /** Keeps a copy. */
    public LeftOut {
      withoutPercentiles = Collections.unmodifiableMap(new TreeMap<>(withoutPercentiles));
    }
  }

  /** Keeps copies. */
  public RunHistory {
    lines = List.copyOf(lines);
  }

  /** The history of such runs, in any order. */
  public static RunHistory of(List<StoredRun> runs) {
    Map<HistoryLine.Key, List<HistoryRun>> lines = new LinkedHashMap<>();
    Map<String, Integer> without = new HashMap<>();
    int unfinished = 0;
    int unreadable = 0;
    for (StoredRun stored : runs) {
      try {
        RunRecord run = stored.run();
        if (!MEASURED.contains(run.command())) {
          without.merge(run.command(), 1, Integer::sum);
        } else if (!run.complete()) {
          unfinished++;
        } else {
          read(stored)
              .forEach((key, one) -> lines.computeIfAbsent(key, k -> new ArrayList<>()).add(one));
        }
      } catch (StoreException | DateTimeException e) {
        unreadable++;
      }
    }
    return new RunHistory(
        lines.entrySet().stream()
            .map(line -> HistoryLine.of(line.getKey(), inOrder(line.getValue())))
            .sorted(Comparator.comparing((HistoryLine line) -> line.last().at()).reversed())
            .toList(),
        new LeftOut(without, unfinished, unreadable));
  }

  /** The runs that have a name; those without one are called by what was measured. */
  public static List<StoredRun> named(List<StoredRun> runs, String name) {
    return runs.stream().filter(run -> run.problem() == null && nameOf(run).equals(name)).toList();
  }

  /** What a run is called: its name, else what was measured. */
  public static String nameOf(StoredRun run) {
    String name = run.name();
    return name == null ? run.run().benchmark() : name;
  }

  /** The line of an arm of a run under a load; empty where that has no response times. */
  public Optional<HistoryLine> line(StoredRun run, int arm, int load) {
    HistoryLine.Key key = key(run, study(run), arm, load);
    return lines.stream().filter(line -> line.key().equals(key)).findFirst();
  }

  /** How many runs are in a line. */
  public int runs() {
    return (int)
        lines.stream().flatMap(line -> line.runs().stream().map(HistoryRun::id)).distinct().count();
  }

  private static Map<HistoryLine.Key, HistoryRun> read(StoredRun stored) {
    RunRecord run = stored.run();
    StudyRecord study = study(stored);
    // a study has no summary of its own
    Map<SummaryKey, Map<String, Spread>> summary =
        study == null
            ? run.summary()
            : Summary.of(stored.forks(), run.arms().size(), run.loads().size());
    Instant at = Instant.parse(run.startedAt());
    Map<HistoryLine.Key, HistoryRun> read = new LinkedHashMap<>();
    for (int arm = 0; arm < run.arms().size(); arm++) {
      for (int load = 0; load < run.loads().size(); load++) {
        Map<String, Spread> response = response(summary, run, arm, load);
        if (!response.isEmpty()) {
          read.put(
              key(stored, study, arm, load),
              new HistoryRun(
                  stored.id(),
                  at,
                  run.validity().verdict(),
                  source(run, run.arms().get(arm)),
                  machine(run),
                  response));
        }
      }
    }
    return read;
  }

  private static @Nullable StudyRecord study(StoredRun stored) {
    return stored.run().command().equals("study") ? StudyFiles.study(stored) : null;
  }

  private static Map<String, Spread> response(
      Map<SummaryKey, Map<String, Spread>> summary, RunRecord run, int arm, int load) {
    SummaryKey key =
        SummaryKey.of(arm, run.arms().size(), load, run.loads().size(), SummaryKey.RESPONSE);
    Map<String, Spread> response = new HashMap<>(summary.getOrDefault(key, Map.of()));
    response.keySet().retainAll(Percentiles.NAMES);
    response.values().removeIf(spread -> spread.median() == null);
    return response;
  }

  private static HistoryLine.Key key(
      StoredRun stored, @Nullable StudyRecord study, int arm, int load) {
    RunRecord run = stored.run();
    return new HistoryLine.Key(
        nameOf(stored),
        run.command(),
        run.benchmark(),
        study == null || study.arms().size() != run.arms().size()
            ? arm(run, arm)
            : study.arms().get(arm).name(),
        study == null || study.steps().size() != run.loads().size()
            ? load(run.loads().get(load))
            : study.steps().get(load).name());
  }

  /** A revision has another name each time, so what it was compared as stands for it. */
  private static String arm(RunRecord run, int index) {
    Arm arm = run.arms().get(index);
    Arm.Build build = arm.build();
    if (build != null && build.commit() != null) {
      return index == 0 ? "A" : "B";
    }
    return run.arms().size() == 1 ? arm.paramText() : ArmNames.of(run, index);
  }

  private static String load(LoadRecord load) {
    StringBuilder text = new StringBuilder(load.rateText());
    if (!load.isClosed() && !load.arrivals().equals("constant")) {
      text.append(' ').append(load.arrivals());
    }
    if (!USUAL_DISPATCH.contains(load.dispatch())) {
      text.append(", ").append(load.dispatch());
    }
    if (load.producers() > 1) {
      text.append(", ").append(load.producers()).append(" producers");
    }
    return text.toString();
  }

  private static HistoryRun.Source source(RunRecord run, Arm arm) {
    Arm.Build build = arm.build();
    String commit = build == null ? fact(run, "commit") : build.commit();
    return new HistoryRun.Source(commit == null ? "" : commit, arm.jdkVersion());
  }

  private static HistoryRun.Machine machine(RunRecord run) {
    String model = fact(run, "cpu_model");
    String cpus = fact(run, "cpus_granted");
    return new HistoryRun.Machine(
        fact(run, "host"),
        (model.isEmpty() ? "unknown CPU" : model)
            + (cpus.isEmpty() ? "" : ", " + cpus + (cpus.equals("1") ? " CPU" : " CPUs")));
  }

  private static String fact(RunRecord run, String name) {
    Object fact = run.environment().get(name);
    return fact == null ? "" : fact.toString();
  }

  /**
   * By time, and on which machine. Hosted runners and containers have another host name each time,
   * which says nothing: hosts count where most runs are on one that comes back.
   */
  private static List<HistoryRun> inOrder(List<HistoryRun> runs) {
    Map<String, Integer> byHost = new HashMap<>();
    runs.forEach(run -> byHost.merge(run.machine().host(), 1, Integer::sum));
    byHost.remove("");
    int known = byHost.values().stream().mapToInt(Integer::intValue).sum();
    int coming =
        byHost.values().stream().filter(count -> count > 1).mapToInt(Integer::intValue).sum();
    boolean hostsCount = 2 * coming > known;
    return runs.stream()
        .map(run -> hostsCount ? run : run.on(run.machine().withoutHost()))
        .sorted(Comparator.comparing(HistoryRun::at).thenComparing(HistoryRun::id))
        .toList();
  }
}
