package dev.foliot.cli.bench;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.benchrun.AutoRate;
import dev.foliot.benchrun.BenchPlan;
import dev.foliot.benchrun.BenchResult;
import dev.foliot.benchrun.BenchRun;
import dev.foliot.benchrun.JlbhPlan;
import dev.foliot.benchrun.TaskClass;
import dev.foliot.benchrun.WorkTrees;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.NameOption;
import dev.foliot.cli.frame.ProfileOption;
import dev.foliot.cli.frame.QuietOptions;
import dev.foliot.cli.frame.RateOptions;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.service.ClassPath;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code foliot bench}: puts a task under an open-loop load and measures response times. */
@Command(
    name = "bench",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Measures the latency of a task under an open-loop load, in forked JVMs.",
    footer = {
      "",
      "Options that are not given come from the task's @BenchDefaults, then from the",
      "defaults. Rates are NUMBER[k|M]/(s|min|h), lengths of time",
      "NUMBER(us|ms|s|min|h).",
      "",
      "Examples:",
      "  foliot bench dev.foliot.samples.Lesson02_QueueHop --rate auto",
      "  foliot bench dev.foliot.samples.Lesson02_QueueHop --rate 5k/s,10k/s,20k/s",
      "  foliot bench dev.foliot.samples.Lesson02_QueueHop --find-rate 'p99<1ms'",
      "  foliot bench --jmh benchmarks.jar 'Map.*get' --rate max"
    })
public final class BenchCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CLASS",
      description =
          "The task: a class that implements BenchTask. All tasks of a package with com.example.*;"
              + " with --jmh, a jar.")
  private String taskClass = "";

  @Parameters(
      index = "1..*",
      paramLabel = "ARG",
      description =
          "A second task, compared with the first in pairs of forks, or several, measured beside"
              + " each other; with --jlbh, the arguments of the program's main; with --jmh, regular"
              + " expressions.")
  private List<String> programArgs = new ArrayList<>();

  @Mixin private final JlbhOptions jlbh = new JlbhOptions();

  @Mixin private final JmhOptions jmh = new JmhOptions();

  @Mixin private final SideOptions sideOptions = new SideOptions();

  @Mixin private final LoadOptions load = new LoadOptions();

  @Mixin private final ParamOptions params = new ParamOptions();

  @Mixin private final FigureOptions figures = new FigureOptions();

  @Mixin private final ForkOptions forks = new ForkOptions();

  @Mixin private final RateOptions rateOptions = new RateOptions();

  @Mixin private final BenchComparisons comparisons = new BenchComparisons();

  @Mixin private final ProfileOption profile = new ProfileOption();

  @Option(
      names = "--explain",
      description =
          "Run one extra fork, not in the figures, with a flight recording: it names locks, I/O and"
              + " other causes of slow messages inside the JVM.")
  private boolean explain;

  @Mixin private final NameOption name = new NameOption();

  @Mixin private final QuietOptions quiet = new QuietOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Foliot foliot;

  public BenchCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    Store store = Store.open(foliot.store());
    name.check();
    jmh.check(sideOptions.isOfGit(), sideOptions.hasPattern());
    if (jlbh.isGiven()) {
      jlbh.check(spec, taskClass);
      return jlbh(store);
    }
    jlbh.mustNotStandAlone();
    List<String> given = new ArrayList<>(taskClass.isEmpty() ? List.of() : List.of(taskClass));
    given.addAll(programArgs);
    if (jmh.isGiven()) {
      return jmh(given, store);
    }
    given.forEach(JmhOptions::mustNotBeSuite);
    List<String> classes = sideOptions.classes(given);
    if (classes.size() > 1 && sideOptions.isOfGit()) {
      throw FoliotException.usage("--git compares one task in two revisions: give one CLASS");
    }
    return sideOptions.isOfGit()
        ? ofRevisions(classes, store)
        : measure(sideOptions.sides(classes), store);
  }

  /** Measures benchmarks written for JMH: those of a jar, or of the class path. */
  private int jmh(List<String> given, Store store) throws Exception {
    boolean isJar = !given.isEmpty() && given.getFirst().endsWith(".jar");
    List<ClassPath> classPaths = sideOptions.ofJmh(isJar ? given.getFirst() : null);
    // around all of it, so that the folder is removed at any end
    return Interruption.during(cuts -> {
      try (ScratchFolder folder = scratch()) {
        return measure(
            jmh.sides(
                sideOptions,
                classPaths,
                given.subList(isJar ? 1 : 0, given.size()),
                folder.path(),
                forks.hasJdks(),
                foliot.console()),
            store);
      }
    });
  }

  private static ScratchFolder scratch() {
    return switch (ScratchFolder.ofPlain("foliot-jmh-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder made) -> made;
      case Reading.Unavailable<ScratchFolder> none ->
          throw FoliotException.environment(none.reason() + ": " + none.remedy());
    };
  }

  /** Builds both revisions and measures them; their folders are removed at any end. */
  private int ofRevisions(List<String> classes, Store store) throws Exception {
    return Interruption.during(cuts -> {
      try (WorkTrees trees = sideOptions.trees(classes)) {
        cuts.accept(trees::cancel);
        return measure(sideOptions.sides(trees, classes.getFirst(), foliot.console()), store);
      } catch (CancellationException e) {
        foliot.console().error("interrupted; nothing was measured yet");
        return ExitCode.INTERRUPTED;
      }
    });
  }

  private int measure(SideOptions.Sides wanted, Store store) throws Exception {
    Optional<String> known = load.isAuto() ? comparisons.rate(store) : Optional.empty();
    String rates = known.isPresent() ? known.get() : load.isAuto() ? null : load.rates();
    BenchPlan asked = plan(wanted, rates);
    SideOptions.Sides sides = wanted;
    if (jmh.isGiven()) {
      quiet.await(foliot.console());
      sides = jmh.prepare(asked, wanted, foliot.console());
      if (sides == null) {
        return ExitCode.INTERRUPTED;
      }
      asked = plan(sides, rates);
    }
    comparisons.prepare(asked, store);
    comparisons.warn(asked, foliot.console());
    asked.warnings().forEach(foliot.console()::error);
    sides.otherDefaults().ifPresent(foliot.console()::error);
    sayHowLong(asked);
    if (!jmh.isGiven()) {
      quiet.await(foliot.console());
    }
    BenchPlan plan = load.isAuto() && known.isEmpty() ? atChosenRate(sides, asked) : asked;
    if (plan == null) {
      return ExitCode.INTERRUPTED;
    }
    BenchProgressLine progress = new BenchProgressLine(foliot.console(), plan);
    try (progress) {
      return Interruption.during(cuts -> {
        BenchRun run = new BenchRun(plan, store, progress);
        cuts.accept(run::cancel);
        BenchResult result = run.run();
        progress.close();
        name.give(store, result.folder(), "");
        return new BenchOutput(foliot, store, comparisons).show(result);
      });
    }
  }

  /** Runs a program written for JLBH. */
  private int jlbh(Store store) throws Exception {
    JlbhPlan plan =
        new JlbhPlan(
            new JlbhPlan.Program(taskClass, programArgs, sideOptions.only()),
            figures.jitter(),
            forks.jvms(List.of()),
            forks.count(null),
            forks.seedOr(1),
            foliot.commandLine(),
            figures.percentiles(),
            jlbh.beside());
    quiet.await(foliot.console());
    return JlbhOptions.run(plan, name, comparisons, foliot, store);
  }

  /** Each combination of parameters on the first JDK, then on the next; A's before B's. */
  private List<BenchPlan.BenchArm> arms(SideOptions.Sides sides) {
    List<BenchPlan.BenchArm> arms = new ArrayList<>();
    List<String> known =
        !jmh.isGiven()
            ? List.of()
            : sides.codes().stream()
                .flatMap(code -> code.task().params().names().stream())
                .distinct()
                .toList();
    for (BenchPlan.Code code : sides.codes()) {
      List<Map<String, String>> combinations = combinations(code, known);
      for (List<String> args : sides.args()) {
        for (BenchPlan.ForkJvm jvm : forks.jvms(args)) {
          combinations.forEach(values ->
              arms.add(
                  new BenchPlan.BenchArm(
                      code, JmhOptions.jvm(code, jvm), jmh.values(code, values))));
        }
      }
    }
    return arms;
  }

  /** Those of one task; of several benchmarks, a refusal names the one that it is about. */
  private List<Map<String, String>> combinations(BenchPlan.Code code, List<String> others) {
    try {
      return params.combinations(code.task().params(), others);
    } catch (BadOptionException e) {
      if (!jmh.isGiven()) {
        throw e;
      }
      throw new BadOptionException(Words.shown(code.task().name()) + ": " + e.getMessage());
    }
  }

  private void sayHowLong(BenchPlan plan) {
    int combinations = plan.combinations().size();
    if (combinations > 1) {
      foliot
          .console()
          .error(
              (plan.tasks() > 1
                      ? Numbers.count(plan.tasks(), "task")
                      : Numbers.count(combinations, "combination") + " of parameters")
                  + ": "
                  + Numbers.count(
                      (long) plan.arms().size() * plan.loads().size() * plan.forks(), "fork")
                  + ", about "
                  + Numbers.span(plan.aboutNs() / 1e9));
    }
  }

  /** The plan at a rate that the task sustains; null if that was interrupted. */
  private @Nullable BenchPlan atChosenRate(SideOptions.Sides sides, BenchPlan asked)
      throws Exception {
    AutoRate search = new AutoRate(asked);
    AtomicBoolean cancelled = new AtomicBoolean();
    Optional<AutoRate.Found> found;
    ProgressLine line =
        new ProgressLine(foliot.console(), () -> "looking for a rate that the task sustains");
    try (line) {
      found =
          Interruption.during(
              search::find,
              () -> {
                cancelled.set(true);
                search.cancel();
              });
    }
    if (cancelled.get()) {
      foliot.console().error("interrupted; nothing was measured yet");
      return null;
    }
    found.ifPresentOrElse(
        rate ->
            foliot
                .console()
                .error(
                    "--rate auto: "
                        + Numbers.rate(rate.rate().perSecond())
                        + ", at most a third of the "
                        + Numbers.aboutRate(rate.sustainedPerS())
                        + " that the task sustains here"
                        + (asked.combinations().size() > 1 ? " with the first of them" : "")),
        () ->
            foliot
                .console()
                .error("--rate auto: no rate was sustained; measuring at " + asked.load().rate()));
    return found.isEmpty() ? asked : plan(sides, found.get().rate().toString());
  }

  /**
   * The plan.
   *
   * @param sides what is measured; the first has the load's defaults
   * @param rates as the user writes them; null for the task's own, or the default
   */
  private BenchPlan plan(SideOptions.Sides sides, @Nullable String rates) {
    TaskClass task = sides.codes().getFirst().task();
    Map<String, String> options = new LinkedHashMap<>(task.defaults());
    String wantedForks = options.remove("forks");
    load.into(options, rates);
    options.put("seed", forks.seed());
    options.put("jitter", figures.jitter().toString());
    if (figures.alloc()) {
      options.put("alloc", "true");
    }
    return new BenchPlan(
        arms(sides),
        LoadOptions.at(rates, BenchConfig.DEFAULT.with(options)),
        new BenchPlan.Repetition(
            forks.count(wantedForks),
            rateOptions.goal(forks.asked()),
            sideOptions.gate(sides, comparisons.judged(), forks.asked())),
        new BenchPlan.Extras(profile.choice(), figures.percentiles(), explain),
        foliot.commandLine());
  }
}
