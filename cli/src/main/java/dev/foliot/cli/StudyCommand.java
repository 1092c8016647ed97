package dev.foliot.cli;

import dev.foliot.bench.Shown;
import dev.foliot.lab.ClassPath;
import dev.foliot.lab.Jdk;
import dev.foliot.lab.LabException;
import dev.foliot.lab.arm.CpuPartition;
import dev.foliot.lab.study.StudyForm;
import dev.foliot.lab.study.StudyLoads;
import dev.foliot.lab.study.StudyName;
import dev.foliot.lab.study.StudyPlan;
import dev.foliot.lab.study.StudyResult;
import dev.foliot.lab.study.StudyRun;
import dev.foliot.linux.Reading;
import dev.foliot.store.Store;
import dev.foliot.store.Verdict;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot study}: ways to thread a service, under the same loads. */
@Command(
    name = "study",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Compares ways to thread a service under the same loads.",
    footer = {
      "",
      "ramp-up     idle, then full load at once: how soon does each arm give all it can?",
      "throughput  the load stepped up until the service is saturated: where do arms part?",
      "memory      a load, and then a tenth more: what is each arm's memory made of?",
      "short-tasks tasks of 0.05 to 1 ms on one CPU, two and all: what does each arm make of them?",
      "scaling     the same on 1, 2, ... n CPUs: how does throughput grow?",
      "",
      "Arms are virtual, adaptive, adaptive-virtual, fixed:N, fixed:cpus and cached.",
      "",
      "Examples: foliot study ramp-up --quick",
      "          foliot study throughput --arms virtual,fixed:100 --jdk /opt/jdk-21"
    })
final class StudyCommand implements Callable<Integer> {
  private static final int SEED_BITS = 31;

  @Parameters(
      paramLabel = "NAME",
      description = "Which study: ramp-up, throughput, memory, short-tasks or scaling.")
  private String name = "";

  @Option(names = "--quick", description = "A few minutes on two CPUs, with wider intervals.")
  private boolean quick;

  /** For tests of the whole. */
  @Option(names = "--shortest", hidden = true)
  private boolean shortest;

  @Option(
      names = "--arms",
      paramLabel = "LIST",
      split = ",",
      description =
          "What is compared (virtual,adaptive,adaptive-virtual,fixed:50; short-tasks has"
              + " fixed:cpus).")
  private List<String> arms = new ArrayList<>();

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "Forks of each arm under each load (by study and form).")
  private @Nullable Integer forks;

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description = "The JDK of the service; several are compared (the one that runs foliot).")
  private List<String> jdks = new ArrayList<>();

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An argument for the service's JVM, as in --jvm-arg=-Xmx1g; may be repeated.")
  private List<String> jvmArgs = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Fixes every random choice.")
  private @Nullable String seed;

  private final Foliot foliot;

  StudyCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    StudyPlan plan = plan();
    Store store = Store.open(foliot.store());
    StudyProgressLine progress = new StudyProgressLine(foliot.console(), plan);
    AtomicReference<@Nullable StudyRun> running = new AtomicReference<@Nullable StudyRun>();
    try (progress) {
      return Interruption.during(
          () -> {
            StudyRun run = new StudyRun(plan, store, progress);
            running.set(run);
            StudyResult result = run.run();
            progress.close();
            return show(result, store);
          },
          () -> {
            StudyRun run = running.get();
            if (run != null) {
              run.cancel();
            }
          });
    }
  }

  private int show(StudyResult result, Store store) {
    int whole = result.study().points().size();
    if (result.interrupted()) {
      String kept =
          whole == 0
              ? "no fork was whole yet"
              : whole == 1 ? "1 whole fork is kept" : whole + " whole forks are kept";
      foliot.console().error("interrupted; " + kept + " in " + result.folder());
      return ExitCode.INTERRUPTED;
    }
    if (foliot.json()) {
      foliot.console().out().println(StudyJson.of(result.study(), store.dir()));
    } else {
      new StudyTable(foliot.console().out(), result).print();
    }
    return result.study().validity().verdict() == Verdict.INVALID
        ? ExitCode.INVALID
        : ExitCode.DONE;
  }

  private StudyPlan plan() {
    StudyName study = StudyName.parse(name);
    StudyForm form = shortest ? StudyForm.TEST : quick ? StudyForm.QUICK : StudyForm.FULL;
    List<Jdk> homes = jdks.isEmpty() ? List.of(Jdk.current()) : jdks.stream().map(Jdk::of).toList();
    CpuPartition cpus =
        switch (CpuPartition.here(Path.of("/"))) {
          case Reading.Value<CpuPartition>(CpuPartition here) -> here;
          case Reading.Unavailable<CpuPartition>(String reason, String remedy) ->
              throw LabException.environment(
                  "a study puts its parts on CPUs: " + reason + "; " + remedy);
        };
    return new StudyPlan(
        study,
        form,
        StudyPlan.arms(arms.isEmpty() ? StudyPlan.usualArms(study) : arms, homes, jvmArgs(study)),
        StudyLoads.of(study, form, cpus),
        forks == null ? StudyLoads.forks(study, form) : forks,
        seed(),
        cpus,
        ClassPath.parse(System.getProperty("java.class.path")),
        foliot.commandLine());
  }

  /** The user's come last, so that they win. */
  private List<String> jvmArgs(StudyName study) {
    List<String> all = new ArrayList<>(StudyLoads.jvmArgs(study));
    all.addAll(jvmArgs);
    return all;
  }

  private long seed() {
    if (seed == null) {
      return new SecureRandom().nextLong() >>> SEED_BITS;
    }
    try {
      return Long.parseLong(seed.strip());
    } catch (NumberFormatException e) {
      throw LabException.usage(
          "--seed: '" + Shown.text(seed) + "' is no whole number: write one, as in --seed 42");
    }
  }
}
