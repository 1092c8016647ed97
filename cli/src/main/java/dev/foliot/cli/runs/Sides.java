package dev.foliot.cli.runs;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.compare.Side;
import dev.foliot.store.Arm;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the sides of a comparison by what a user writes: a run, or the file of a baseline. */
public final class Sides {
  private final Store store;
  private final @Nullable String rate;
  private final Map<String, String> params;

  /**
   * Sides out of a store.
   *
   * @param rate of the load to take from runs with several; null where there is one
   */
  public Sides(Store store, @Nullable String rate) {
    this(store, rate, Map.of());
  }

  /**
   * The same.
   *
   * @param params of the arm to take from runs with several
   */
  public Sides(Store store, @Nullable String rate, Map<String, String> params) {
    this.store = store;
    this.rate = rate;
    this.params = params;
  }

  /**
   * One side.
   *
   * @param ref a run, or a baseline's file
   * @param arm which arm of it, null where there is one
   */
  BaselineRecord find(String ref, @Nullable Integer arm) {
    Path file = baselineFile(ref);
    if (file != null) {
      return BaselineRecord.read(file);
    }
    StoredRun stored = store.find(ref);
    if (DiagnosisFiles.isDiagnosis(stored)) {
      throw usage(
          "run %s is a diagnosis and has no response times: compare it with another diagnosis"
              .formatted(stored.id()));
    }
    refuseFleet(stored);
    return Side.of(stored, arm(stored.run(), arm), load(stored.run()));
  }

  /**
   * The side with such parameters.
   *
   * @param ref a run, or a baseline's file
   * @param params of the arm to take
   * @param isAny whether another arm will do where the run or the baseline has one only
   */
  public BaselineRecord with(String ref, Map<String, String> params, boolean isAny) {
    Path file = baselineFile(ref);
    if (file != null) {
      BaselineRecord baseline = BaselineRecord.read(file);
      if (!isAny && !baseline.part().arm().params().equals(params)) {
        throw usage(
            "baseline %s is of one combination of parameters: name its values with --param"
                .formatted(Words.shown(ref)));
      }
      return baseline;
    }
    List<Arm> arms = store.find(ref).run().arms();
    List<Integer> same =
        IntStream.range(0, arms.size())
            .filter(arm -> arms.get(arm).params().equals(params))
            .boxed()
            .toList();
    if (same.size() == 1) {
      return find(ref, same.getFirst());
    }
    if (same.isEmpty() && !isAny) {
      throw usage(
          "run %s has no arm with %s: name values that it has with --param"
              .formatted(Words.shown(ref), Words.shown(text(params))));
    }
    return find(ref, null);
  }

  private static String text(Map<String, String> params) {
    return new Arm("", "", List.of(), null, params).paramText();
  }

  private static void refuseFleet(StoredRun stored) {
    if (FleetFiles.isFleet(stored)) {
      throw usage(
          "run %s is a fleet: compare it with another by foliot fleet compare, or the diagnoses of a node of each of its groups"
              .formatted(stored.id()));
    }
    if (DemoFiles.isDemo(stored)) {
      throw usage(
          "run %s is a demo: compare the runs of its parts, which demo.json names"
              .formatted(stored.id()));
    }
  }

  /** The run that a reference means, where that is a diagnosis; else null. */
  @Nullable StoredRun diagnosis(String ref) {
    if (isBaseline(ref)) {
      return null;
    }
    StoredRun stored = store.find(ref);
    refuseFleet(stored);
    return DiagnosisFiles.isDiagnosis(stored) ? stored : null;
  }

  /** The arms of one run as sides: the first, and each of the others. */
  List<BaselineRecord> arms(StoredRun stored) {
    int load = load(stored.run());
    return IntStream.range(0, stored.run().arms().size())
        .mapToObj(arm -> Side.of(stored, arm, load))
        .toList();
  }

  /** The rate of a run or baseline; empty where a run has several. */
  public Optional<String> onlyRate(String ref) {
    Path file = baselineFile(ref);
    if (file != null) {
      return Optional.of(BaselineRecord.read(file).part().load().rate());
    }
    List<LoadRecord> loads = store.find(ref).run().loads();
    return loads.size() == 1 ? Optional.of(loads.getFirst().rate()) : Optional.empty();
  }

  /** Whether it names the file of a baseline. */
  static boolean isBaseline(String ref) {
    return baselineFile(ref) != null;
  }

  private static @Nullable Path baselineFile(String ref) {
    try {
      Path path = Path.of(ref);
      return Files.isRegularFile(path) && !path.endsWith("run.json") ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  int arm(RunRecord run, @Nullable Integer wanted) {
    if (wanted != null) {
      return wanted;
    }
    List<Integer> such =
        IntStream.range(0, run.arms().size())
            .filter(arm -> run.arms().get(arm).params().entrySet().containsAll(params.entrySet()))
            .boxed()
            .toList();
    if (such.size() == 1) {
      return such.getFirst();
    }
    if (such.isEmpty()) {
      throw usage(
          "run %s has no arm with %s%s"
              .formatted(run.id(), Words.shown(text(params)), params(run)));
    }
    if (run.arms().size() > 1) {
      throw usage(
          "run %s has %d arms%s: say which with --arms, counted from 0"
              .formatted(run.id(), run.arms().size(), params(run)));
    }
    return 0;
  }

  /** Which arm has which parameters; empty without any. */
  static String params(RunRecord run) {
    return run.varyingParams().isEmpty()
        ? ""
        : IntStream.range(0, run.arms().size())
            .mapToObj(arm -> arm + " " + Words.shown(run.arms().get(arm).paramText()))
            .collect(Collectors.joining(", ", " (", ")"));
  }

  int load(RunRecord run) {
    List<LoadRecord> loads = run.loads();
    if (rate == null) {
      if (loads.size() > 1) {
        throw usage(
            "run %s has the rates %s: say which with --rate".formatted(run.id(), rates(loads)));
      }
      return 0;
    }
    boolean isMax = rate.equals(BenchConfig.MAX_RATE);
    double wanted = isMax ? 0 : Rate.parse(rate).perSecond();
    for (int i = 0; i < loads.size(); i++) {
      LoadRecord load = loads.get(i);
      if (isMax ? load.isClosed() : !load.isClosed() && load.ratePerS() == wanted) {
        return i;
      }
    }
    throw usage("run %s has no load of %s; it has %s".formatted(run.id(), rate, rates(loads)));
  }

  private static String rates(List<LoadRecord> loads) {
    List<String> rates = new ArrayList<>();
    loads.forEach(load -> rates.add(load.rate()));
    return String.join(", ", rates);
  }

  private static FoliotException usage(String message) {
    return new FoliotException(FoliotException.Cause.USAGE, message);
  }
}
