package dev.foliot.cli.bench;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.benchrun.AutoRate;
import dev.foliot.benchrun.BenchPlan;
import dev.foliot.benchrun.BenchProgress;
import dev.foliot.benchrun.BenchResult;
import dev.foliot.benchrun.BenchRun;
import dev.foliot.benchrun.JlbhPlan;
import dev.foliot.benchrun.JlbhRun;
import dev.foliot.benchrun.TaskClass;
import dev.foliot.benchrun.WorkTrees;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.NameOption;
import dev.foliot.cli.frame.ProfileOption;
import dev.foliot.cli.frame.QuietOptions;
import dev.foliot.cli.frame.RateOptions;
import dev.foliot.cli.frame.Rates;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code foliot bench}: puts a task under an open-loop load and measures response times. Long,
 * since each of its options is a field.
 */
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
  private static final List<String> NOT_FOR_PROGRAMS =
      List.of(
          "--jmh",
          "--rate",
          "--arrivals",
          "--dispatch",
          "--producers",
          "--wait",
          "--warmup",
          "--duration",
          "--messages",
          "--timeout",
          "--find-rate",
          "--max-rate",
          "--max-forks",
          "--against",
          "--param",
          "--alloc",
          "--profile",
          "--explain",
          "--jvm-args",
          "--classes",
          "--git",
          "--build",
          "--detect",
          "--budget");

  private static final int USUAL_FORKS = 5;
  private static final int SEED_BITS = 31;
  private static final String AUTO = "auto";

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

  @Option(
      names = "--jlbh",
      description =
          "CLASS is a program written for JLBH: run its main in each fork, with its own options.")
  private boolean jlbh;

  @Option(
      names = "--beside",
      paramLabel = "JAR",
      description =
          "With --jlbh: run the program with JLBH's own jar in turns, and compare both reports.")
  private @Nullable Path beside;

  @Mixin private final JmhOptions jmh = new JmhOptions();

  @Mixin private final SideOptions sideOptions = new SideOptions();

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description =
          "Arrivals, as in 40k/s (10k/s); several are a sweep, as in 10k/s,20k/s,40k/s; auto takes"
              + " a third of what the task sustains, max goes as fast as it can (a closed loop).")
  private @Nullable String rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description =
          "constant, poisson, ramp:RATE..RATE, step:RATE,RATE..., burst:N or trace:FILE"
              + " (constant).")
  private @Nullable String arrivals;

  @Option(
      names = "--dispatch",
      paramLabel = "HOW",
      description =
          "Who does the work: inline, threads:N, virtual, adaptive or adaptive-virtual (inline).")
  private @Nullable String dispatch;

  @Option(
      names = "--producers",
      paramLabel = "K",
      description = "Threads that share the schedule; message n is of producer n mod K (1).")
  private @Nullable String producers;

  @Option(
      names = "--wait",
      paramLabel = "HOW",
      description = "How producers wait: spin, park or auto (auto).")
  private @Nullable String wait;

  @Option(names = "--warmup", paramLabel = "TIME", description = "Paced warm-up of a fork (5s).")
  private @Nullable String warmup;

  @Option(names = "--duration", paramLabel = "TIME", description = "Measured load of a fork (10s).")
  private @Nullable String duration;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Exactly this many measured messages of a fork, instead of --duration.")
  private @Nullable String messages;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "A message that takes longer ends the fork as INVALID (10s).")
  private @Nullable String timeout;

  @Mixin private final ParamOptions params = new ParamOptions();

  @Mixin private final FigureOptions figures = new FigureOptions();

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "JVMs for each JDK, rate and combination of parameters (5).")
  private @Nullable Integer forks;

  @Mixin private final RateOptions rateOptions = new RateOptions();

  @Mixin private final BenchComparisons comparisons = new BenchComparisons();

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description = "The JDK of the forks; several are interleaved (the one that runs foliot).")
  private List<String> jdks = new ArrayList<>();

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An argument for the forks' JVMs, as in --jvm-arg=-Xmx1g; may be repeated.")
  private List<String> jvmArgs = new ArrayList<>();

  @Option(names = "--cpus", paramLabel = "LIST", description = "The forks' CPUs, as in 0-3,8.")
  private @Nullable String cpus;

  @Option(names = "--seed", paramLabel = "N", description = "Fixes every random choice.")
  private @Nullable String seed;

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
    if (jlbh) {
      return jlbh(store);
    }
    if (beside != null) {
      throw FoliotException.usage("--beside compares a program for JLBH: add --jlbh");
    }
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
                !jdks.isEmpty(),
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
    Optional<String> known = isAuto() ? comparisons.rate(store) : Optional.empty();
    String rates = known.isPresent() ? known.get() : isAuto() ? null : rate;
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
    BenchPlan plan = isAuto() && known.isEmpty() ? atChosenRate(sides, asked) : asked;
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

  /** Runs a program written for JLBH; the result of each of its measurements is shown. */
  private int jlbh(Store store) throws Exception {
    mustSuitPrograms();
    if (taskClass.isEmpty()) {
      throw FoliotException.usage("name the program's class, as in --jlbh com.example.MyTask");
    }
    JlbhPlan plan =
        new JlbhPlan(
            new JlbhPlan.Program(taskClass, programArgs, sideOptions.only()),
            figures.jitter(),
            jvms(List.of()),
            forks == null ? USUAL_FORKS : forks,
            seed == null ? 1 : Long.parseLong(seed),
            foliot.commandLine(),
            figures.percentiles(),
            beside);
    quiet.await(foliot.console());
    AtomicReference<String> doing = new AtomicReference<>("starting");
    ProgressLine line = new ProgressLine(foliot.console(), doing::get);
    try (line) {
      BenchProgress progress =
          new BenchProgress() {
            @Override
            public void forkStarts(Upcoming next) {
              doing.set("fork " + next.number() + " of " + next.of());
            }
          };
      return Interruption.during(cuts -> {
        JlbhRun run = new JlbhRun(plan, store, progress);
        cuts.accept(run::cancel);
        List<BenchResult> results = run.run();
        line.close();
        BenchOutput output = new BenchOutput(foliot, store, comparisons);
        int code = ExitCode.DONE;
        for (int i = 0; i < results.size(); i++) {
          BenchResult result = results.get(i);
          name.give(store, result.folder(), i == 0 ? "" : "-" + (i + 1));
          code = Math.max(code, output.show(result));
        }
        return code;
      });
    }
  }

  /** The program's own options make its load, and each of its measurements is a run of its own. */
  private void mustSuitPrograms() {
    for (String option : NOT_FOR_PROGRAMS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw FoliotException.usage(option + " does not go with --jlbh, see docs/guide/jlbh.md");
      }
    }
  }

  /** The JVM on each JDK. */
  private List<BenchPlan.ForkJvm> jvms(List<String> args) {
    CpuList cpuList = cpus == null ? null : cpuList(cpus);
    List<String> all = new ArrayList<>(jvmArgs);
    all.addAll(args);
    List<Jdk> homes = jdks.isEmpty() ? List.of(Jdk.current()) : jdks.stream().map(Jdk::of).toList();
    return homes.stream().map(jdk -> new BenchPlan.ForkJvm(jdk, all, cpuList)).toList();
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
        for (BenchPlan.ForkJvm jvm : jvms(args)) {
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

  private boolean isAuto() {
    return AUTO.equals(rate);
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
    if (messages != null && duration != null) {
      throw FoliotException.usage(
          "--messages and --duration both set the length: give one of them");
    }
    if (messages != null && messages.matches("0+")) {
      throw FoliotException.usage("--messages 0 measures nothing: give 1 or more, or --duration");
    }
    if (arrivals != null && BenchConfig.MAX_RATE.equals(rates)) {
      throw FoliotException.usage("--rate max has no --arrivals: give one of them");
    }
    put(options, "arrivals", arrivals);
    put(options, "dispatch", dispatch);
    put(options, "producers", producers);
    put(options, "waitMode", wait);
    put(options, "warmup", warmup);
    put(options, "duration", duration);
    put(options, "timeout", timeout);
    put(options, "messages", messages);
    put(options, "seed", seed == null ? freshSeed() : seed);
    put(options, "jitter", figures.jitter().toString());
    put(options, "alloc", figures.alloc() ? "true" : null);
    BenchConfig config = BenchConfig.DEFAULT.with(options);
    List<BenchConfig> loads =
        rates == null
            ? List.of(config)
            : Rates.parse(rates).stream().map(one -> config.with(Map.of("rate", one))).toList();
    int forkCount =
        forks != null ? forks : wantedForks != null ? Integer.parseInt(wantedForks) : USUAL_FORKS;
    return new BenchPlan(
        arms(sides),
        loads,
        new BenchPlan.Repetition(
            forkCount,
            rateOptions.goal(forks),
            sideOptions.gate(sides, comparisons.judged(), forks)),
        new BenchPlan.Extras(profile.choice(), figures.percentiles(), explain),
        foliot.commandLine());
  }

  private static void put(Map<String, String> options, String name, @Nullable String value) {
    if (value != null) {
      options.put(name, value);
    }
  }

  private static String freshSeed() {
    return Long.toString(new SecureRandom().nextLong() >>> SEED_BITS);
  }

  /**
   * The CPUs that a user wrote.
   *
   * @throws FoliotException if that is no list of CPUs
   */
  public static CpuList cpuList(String text) {
    return switch (CpuList.parse(text)) {
      case Reading.Value<CpuList>(CpuList list) -> list;
      case Reading.Unavailable<CpuList> none ->
          throw new FoliotException(FoliotException.Cause.USAGE, "--cpus: " + none.sentence());
    };
  }
}
