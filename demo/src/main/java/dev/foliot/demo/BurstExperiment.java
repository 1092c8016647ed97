package dev.foliot.demo;

import dev.foliot.linux.Reading;
import dev.foliot.load.Traffic;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.Store;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.plan.StudyTarget;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.run.StudyResult;
import dev.foliot.study.run.StudyRun;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Virtual threads, a fixed pool and the adaptive pool under one burst.
 *
 * <p>It is the study ramp-up with one short fork of each, over HTTP. The burst meets a service that
 * calls a slow remote system.
 */
public final class BurstExperiment implements DemoExperiment {
  static final String VIRTUAL = "virtual";
  static final String FIXED = "fixed:50";
  static final String ADAPTIVE = "adaptive";
  private static final List<String> ARMS = List.of(VIRTUAL, FIXED, ADAPTIVE);
  private static final Path ROOT = Path.of("/");
  private static final long MS = 1_000_000;
  private static final long SEED = 1;
  private static final int WARM_UP_CLIENTS = 8;
  private static final Topic TOPIC =
      new Topic(
          DemoPart.BURST,
          "Virtual threads, a fixed pool and the self-tuning pool on one burst",
          List.of("foliot study ramp-up --quick", "foliot study your-service.yaml --quick"),
          28);

  private final Store store;
  private final List<String> commandLine;
  private final boolean shortest;

  /**
   * Creates the experiment.
   *
   * @param shortest whether it takes seconds only, and its figures mean little
   */
  public BurstExperiment(Store store, List<String> commandLine, boolean shortest) {
    this.store = store;
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
    StepPlan burst = burst(shortest);
    StudyRun run = new StudyRun(plan(burst), store, progress(step));
    cancellation.step(run::cancel);
    StudyResult result = run.run();
    cancellation.stepEnded();
    return new BurstPart(TOPIC, burst, store.find(result.folder().toString())).part();
  }

  private StudyPlan plan(StepPlan burst) {
    CpuPartition cpus =
        switch (CpuPartition.here(ROOT)) {
          case Reading.Value<CpuPartition>(CpuPartition here) -> here;
          case Reading.Unavailable<CpuPartition> none ->
              throw FoliotException.environment(
                  "a study puts its parts on CPUs: " + none.sentence(), none.why());
        };
    return new StudyPlan(
        new RampUp(),
        StudyForm.TEST,
        ArmPlan.builtIn(ARMS, List.of(Jdk.current()), List.of()),
        List.of(burst),
        new StudyPlan.Sample(1, SEED),
        new StudyPlan.Machine(cpus, ClassPath.parse(System.getProperty("java.class.path"))),
        new StudyPlan.Asked(
            StudyTarget.bank(), // unused parts cost neither time nor CPU
            new Measures(
                Set.of(
                    Measure.THROUGHPUT,
                    Measure.RESPONSE,
                    Measure.ERRORS,
                    Measure.CPU,
                    Measure.THREADS,
                    Measure.POOL))),
        StudyPlan.Origin.of(commandLine));
  }

  /** A burst of as many clients as one CPU can easily simulate. */
  static StepPlan burst(boolean shortest) {
    int users = shortest ? 60 : 200;
    return new StepPlan(
        "burst of " + users,
        new Traffic.Closed(users, 0),
        users,
        new StepPlan.WarmUp((shortest ? 500 : 1_500) * MS, WARM_UP_CLIENTS),
        new StepPlan.Times(
            500 * MS, (shortest ? 1_200 : 4_000) * MS, (shortest ? 50 : 200) * MS, 100 * MS),
        StepPlan.Program.BANK,
        false);
  }

  private static StudyProgress progress(Consumer<String> step) {
    return new StudyProgress() {
      private String arm = "";

      @Override
      public void forkStarts(int number, int of, ArmPlan next, StepPlan load) {
        arm = next.name();
      }

      @Override
      public void stage(Stage stage) {
        step.accept(
            arm
                + switch (stage) {
                  case STARTING -> ": starting a service";
                  case WARMING_UP -> ": warming it up";
                  case LOADING, DIAGNOSING -> ": the burst";
                  case ENDING -> ": ending";
                });
      }
    };
  }
}
