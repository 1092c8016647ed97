package dev.foliot.demo;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Phase;
import dev.foliot.benchrun.BenchPlan;
import dev.foliot.benchrun.BenchProgress;
import dev.foliot.benchrun.BenchResult;
import dev.foliot.benchrun.BenchRun;
import dev.foliot.benchrun.TaskClass;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoCurve;
import dev.foliot.store.demo.DemoFigure;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A stall that a closed loop omits and users feel.
 *
 * <p>It is lesson 3: a bench in an open loop, whose task plays the same messages in a closed loop
 * afterwards.
 */
public final class StallExperiment implements DemoExperiment {
  static final String CLOSED = "closed loop";
  static final String USERS = "users";
  private static final String TASK = "dev.foliot.samples.Lesson03_Spike";
  private static final String RATE = "40k/s";
  private static final String SEED = "1";
  private static final Topic TOPIC =
      new Topic(
          DemoPart.STALL,
          "A stall that a closed loop leaves out, and users feel",
          List.of(
              "foliot bench com.example.YourTask --classpath target/classes --rate 10k/s",
              "foliot audit -- wrk --latency -t2 -c20 -d20s {url}"),
          16);

  private static final double NINES_STEP = 0.05;
  private static final double HUNDRED = 100;

  private final Store store;
  private final Supplier<ClassPath> samples;
  private final List<String> commandLine;
  private final boolean shortest;

  /**
   * Creates the experiment.
   *
   * @param samples finds lesson 3
   * @param shortest whether it takes seconds only, and its figures mean little
   */
  public StallExperiment(
      Store store, Supplier<ClassPath> samples, List<String> commandLine, boolean shortest) {
    this.store = store;
    this.samples = samples;
    this.commandLine = List.copyOf(commandLine);
    this.shortest = shortest;
  }

  @Override
  public Topic topic() {
    return TOPIC;
  }

  @Override
  public DemoPart play(Consumer<String> step, Cancellation cancellation)
      throws InterruptedException {
    BenchRun run = new BenchRun(plan(), store, progress(step));
    cancellation.step(run::cancel);
    BenchResult result = run.run();
    cancellation.stepEnded();
    return part(store.find(result.folder().toString()));
  }

  private BenchPlan plan() {
    ClassPath lessons = samples.get();
    TaskClass task = TaskClass.find(TASK, lessons);
    BenchConfig config =
        BenchConfig.DEFAULT.with(
            Map.of(
                "rate",
                RATE,
                "seed",
                SEED,
                "warmup",
                shortest ? "500ms" : "2s",
                "duration",
                shortest ? "2s" : "10s"));
    BenchPlan.BenchArm arm = new BenchPlan.BenchArm(Jdk.current(), List.of(), null);
    return new BenchPlan(
        task,
        lessons,
        List.of(arm),
        List.of(config),
        BenchPlan.Forks.of(1),
        null,
        List.of(),
        commandLine);
  }

  private static BenchProgress progress(Consumer<String> step) {
    return new BenchProgress() {
      @Override
      public void phase(Phase phase) {
        step.accept(
            switch (phase) {
              case SET_UP -> "starting a program that stalls now and then";
              case WARM_UP -> "warming it up";
              case MEASURE -> "users arrive at it, whatever it does";
              case MEASURED, ENDED -> "the same messages in a closed loop";
            });
      }
    };
  }

  /** The results of a run. */
  static DemoPart part(StoredRun run) {
    ForkRecord fork = run.forks().getFirst();
    Percentiles closed = fork.times().probes().get(CLOSED);
    String failure = fork.end().failure();
    if (failure != null || closed == null || fork.times().response().count() == 0) {
      throw FoliotException.environment(
          new DemoReason.ForkCameToNothing(failure == null ? "" : failure, run.id()));
    }
    return new DemoPart(
        TOPIC.name(),
        TOPIC.title(),
        DemoPart.Status.DONE,
        null,
        new DemoPart.Shown(
            says(closed, fork.times().response()),
            List.of(CLOSED, USERS),
            figures(closed, fork.times().response()),
            curves(run, fork, closed),
            Map.of()),
        List.of(run.id()),
        TOPIC.commands(),
        run.run().validity());
  }

  private static List<String> says(Percentiles closed, Percentiles users) {
    List<String> says = new ArrayList<>();
    says.add(
        "One message in 2,000 takes a millisecond, the others a microsecond; 40,000 arrive each"
            + " second.");
    Long told = closed.p99();
    Long felt = users.p99();
    if (told != null && felt != null) {
      says.add(
          "A loop that waits for its own answers says that 99 % take at most "
              + Numbers.micros(told)
              + " us; of those who arrive by themselves, 99 % wait up to "
              + Numbers.micros(felt)
              + " us: "
              + Numbers.fixed((double) felt / Math.max(1, told), 0)
              + " times as long, with the same program.");
    } else {
      says.add(
          "What 99 % wait cannot be told this time ("
              + (felt == null ? users : closed)
                  .insufficient()
                  .getOrDefault("p99", "too little was recorded")
              + "): end what else runs here, and try again.");
    }
    return says;
  }

  private static List<DemoFigure> figures(Percentiles closed, Percentiles users) {
    List<DemoFigure> figures = new ArrayList<>();
    for (String name : Percentiles.NAMES) {
      String label = Numbers.percentileName(name.substring(1)) + " % take at most";
      add(figures, label, closed, users, figure -> figure.value(name));
    }
    add(figures, "the slowest", closed, users, Percentiles::max);
    return figures;
  }

  private static void add(
      List<DemoFigure> figures,
      String name,
      Percentiles closed,
      Percentiles users,
      Function<Percentiles, @Nullable Long> of) {
    Map<String, Double> bySide = new LinkedHashMap<>();
    put(bySide, CLOSED, of.apply(closed));
    put(bySide, USERS, of.apply(users));
    if (!bySide.isEmpty()) {
      figures.add(new DemoFigure(name, "ns", bySide));
    }
  }

  private static void put(Map<String, Double> bySide, String side, @Nullable Long ns) {
    if (ns != null) {
      bySide.put(side, (double) ns);
    }
  }

  private static List<DemoCurve> curves(StoredRun run, ForkRecord fork, Percentiles closed) {
    Map<String, Histogram> totals = run.totals(fork.place().fork());
    int probe = List.copyOf(fork.times().probes().keySet()).indexOf(CLOSED);
    List<DemoCurve> curves = new ArrayList<>();
    add(curves, CLOSED, totals.get("probe-" + probe), closed);
    add(curves, USERS, totals.get("response"), fork.times().response());
    return curves;
  }

  /** Adds the percentiles for which this run has enough episodes. */
  private static void add(
      List<DemoCurve> curves, String side, @Nullable Histogram histogram, Percentiles figures) {
    double most = 0;
    for (String name : Percentiles.NAMES) {
      if (figures.value(name) != null) {
        most = -Math.log10(1 - Percentiles.percentile(name) / HUNDRED);
      }
    }
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; histogram != null && i * NINES_STEP <= most + 1e-9; i++) {
      double nines = i * NINES_STEP;
      x.add(nines);
      y.add((double) histogram.getValueAtPercentile(HUNDRED * (1 - Math.pow(10, -nines))));
    }
    if (!x.isEmpty() && most > 0) {
      curves.add(new DemoCurve(side, x, y));
    }
  }
}
