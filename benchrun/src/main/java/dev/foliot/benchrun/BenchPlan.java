package dev.foliot.benchrun;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Dispatch;
import dev.foliot.bench.Rate;
import dev.foliot.bench.Schedule;
import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.store.Arm;
import dev.foliot.store.GateRecord;
import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a bench. Long, since all that can be wrong with one is said before anything starts.
 *
 * @param arms the ways to run the task, at least one
 * @param loads at least one; several differ in their rate only, and are ordered by it
 * @param schedule how many forks, and in which order
 * @param shown what is recorded and shown beside the usual
 * @param commandLine the user's command line
 */
public record BenchPlan(
    List<BenchArm> arms,
    List<BenchConfig> loads,
    Repetition schedule,
    Extras shown,
    List<String> commandLine) {
  private static final int MOST_FORKS = 1000;
  private static final int MOST_RATES = 100;

  /** For the start and the end of a JVM. */
  public static final long AROUND_FORK_NS = 2_000_000_000L;

  private static final MathContext RATE_DIGITS = new MathContext(6);
  private static final double LOWEST_PER_SECOND = 1 / 3600.0;
  private static final int VIRTUAL_THREADS_SINCE = 21;

  /**
   * How often the task runs.
   *
   * @param forks JVMs for each arm and load, 1 to 1000
   * @param goal of a search for a rate that begins with the one load; null for no search
   * @param gate what pairs of the two arms are to decide; null for a fixed number of forks
   */
  public record Repetition(int forks, @Nullable RateGoal goal, @Nullable GateRecord gate) {
    /** Checks the number. */
    public Repetition {
      if (forks < 1 || forks > MOST_FORKS) {
        throw new BadOptionException("--forks must be 1 to " + MOST_FORKS + ", not " + forks);
      }
    }

    /** A fixed number of forks. */
    public static Repetition of(int forks) {
      return new Repetition(forks, null, null);
    }
  }

  /**
   * What is recorded and shown beside the usual.
   *
   * @param profile the profiler of the forks, or null for none
   * @param percentiles the names of the percentiles to show; empty for the usual ones
   * @param explains whether one extra fork runs with a flight recording; it has no part in the
   *     figures
   */
  public record Extras(
      @Nullable ProfileChoice profile, List<String> percentiles, boolean explains) {
    /** Nothing. */
    public static final Extras NONE = new Extras(null, List.of(), false);

    /** Keeps a copy. */
    public Extras {
      percentiles = List.copyOf(percentiles);
    }
  }

  /** Checks the plan, as far as possible before anything starts. */
  public BenchPlan {
    arms = List.copyOf(arms);
    loads =
        loads.stream().sorted(Comparator.comparingDouble(load -> load.rate().perSecond())).toList();
    commandLine = List.copyOf(commandLine);
    if (arms.isEmpty()) {
      throw new BadOptionException("there must be at least one JDK");
    }
    mustBeSweep(loads);
    RateGoal goal = schedule.goal();
    if (goal != null) {
      mustBeSearch(goal, arms, loads);
    }
    if (schedule.gate() != null) {
      mustBePairs(arms, loads, goal);
    }
    if (shown.explains() && (arms.size() > 1 || loads.size() > 1 || goal != null)) {
      throw new BadOptionException(
          "--explain adds one fork: give one --rate, one --jdk and one value of each parameter");
    }
    loads.forEach(BenchPlan::mustHaveSchedule);
    for (BenchArm arm : arms) {
      loads.forEach(load -> mustHaveThreads(arm.jdk(), load));
    }
    loads = loads.stream().map(BenchPlan::atOwnRate).toList();
  }

  /** Arrivals with rates of their own have a mean, which then is the rate of the load. */
  private static BenchConfig atOwnRate(BenchConfig load) {
    return switch (load.arrivals()) {
      case Arrivals.Ramp ramp -> at((ramp.from().perSecond() + ramp.to().perSecond()) / 2, load);
      case Arrivals.Step step ->
          at(step.rates().stream().mapToDouble(Rate::perSecond).average().orElseThrow(), load);
      case Arrivals.Trace trace ->
          at(count(load, load.durationNs()) * 1e9 / load.durationNs(), load);
      default -> load;
    };
  }

  private static BenchConfig at(double perSecond, BenchConfig load) {
    String rate =
        BigDecimal.valueOf(Math.max(perSecond, LOWEST_PER_SECOND))
                .round(RATE_DIGITS)
                .toPlainString()
            + "/s";
    return load.with(Map.of("rate", rate));
  }

  private static long count(BenchConfig load, long lengthNs) {
    Schedule schedule = load.arrivals().schedule(load.rate(), load.seed(), lengthNs);
    long count = 0;
    while (schedule.nextNs() != Schedule.END) {
      count++;
    }
    return count;
  }

  /** What a user should know before it starts: a sentence each. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (BenchConfig load : loads) {
      if (load.arrivals() instanceof Arrivals.Trace trace) {
        long all = count(load, Long.MAX_VALUE);
        long played = count(load, load.durationNs());
        if (played < all) {
          warnings.add(
              "%d of the %d arrivals in %s are after the end of the load (%s) and are left out: give a longer --duration"
                  .formatted(
                      all - played,
                      all,
                      Shown.text(trace.file().toString()),
                      TimeSpan.format(load.durationNs())));
        }
      }
    }
    return warnings;
  }

  /** The task of the first arm. */
  public TaskClass task() {
    return arms.getFirst().code().task();
  }

  /** JVMs for each arm and load. */
  public int forks() {
    return schedule.forks();
  }

  /** The goal of a search for a rate; null for no search. */
  public @Nullable RateGoal goal() {
    return schedule.goal();
  }

  /** What pairs of the two arms are to decide; null for a fixed number of forks. */
  public @Nullable GateRecord gate() {
    return schedule.gate();
  }

  /** The names of the percentiles to show; empty for the usual ones. */
  public List<String> percentiles() {
    return shown.percentiles();
  }

  /** Whether one extra fork runs with a flight recording. */
  public boolean explains() {
    return shown.explains();
  }

  /** The combinations of the arms' parameters, each once; one empty one without parameters. */
  public List<Map<String, String>> combinations() {
    return arms.stream().map(BenchArm::distinction).distinct().toList();
  }

  /** Number of tasks that are measured beside each other. */
  public int tasks() {
    return (int) arms.stream().map(arm -> arm.code().task().name()).distinct().count();
  }

  /** About how long a fork takes, from its start to its end. */
  public static long forkNs(BenchConfig load) {
    return load.warmupNs() + load.durationNs() + AROUND_FORK_NS;
  }

  /** About how long all forks take, of a plan without a search. */
  public long aboutNs() {
    return loads.stream().mapToLong(BenchPlan::forkNs).sum() * arms.size() * forks()
        + (explains() ? forkNs(loads.getFirst()) : 0);
  }

  /** The load of the lowest rate. */
  public BenchConfig load() {
    return loads.getFirst();
  }

  private static void mustBeSweep(List<BenchConfig> loads) {
    if (loads.isEmpty() || loads.size() > MOST_RATES) {
      throw new BadOptionException("give 1 to " + MOST_RATES + " rates, not " + loads.size());
    }
    Set<Rate> rates = new HashSet<>();
    for (BenchConfig load : loads) {
      if (!rates.add(load.rate())) {
        throw new BadOptionException("the rate " + load.rate() + " is there twice: give it once");
      }
    }
    if (loads.size() > 1) {
      loads.forEach(load -> mustFollowRate(load.arrivals(), "several rates"));
    }
  }

  private static void mustBeSearch(RateGoal goal, List<BenchArm> arms, List<BenchConfig> loads) {
    if (loads.size() > 1) {
      throw new BadOptionException(
          "--find-rate begins at one rate and finds the others: give one --rate");
    }
    if (arms.stream().map(arm -> arm.code().task().name()).distinct().count() > 1) {
      throw new BadOptionException("--find-rate searches for one task at a time: give one CLASS");
    }
    if (arms.stream().map(BenchArm::params).distinct().count() > 1) {
      throw new BadOptionException(
          "--find-rate searches with one value of each parameter: name it with --param");
    }
    if (arms.size() > 1) {
      throw new BadOptionException("--find-rate searches on one JDK at a time: give one --jdk");
    }
    mustFollowRate(loads.getFirst().arrivals(), "--find-rate");
    goal.mustSuit(loads.getFirst());
  }

  private static void mustBePairs(
      List<BenchArm> arms, List<BenchConfig> loads, @Nullable RateGoal goal) {
    if (arms.size() != 2) {
      throw new BadOptionException(
          "pairs are of two sides, and there are %d: give two of one thing, as in two --classpath, two --jdk or two --jvm-args"
              .formatted(arms.size()));
    }
    if (loads.size() > 1 || goal != null) {
      throw new BadOptionException(
          "pairs are compared at one rate: give one --rate and no --find-rate");
    }
  }

  /** A varied rate must have an effect. */
  private static void mustFollowRate(Arrivals arrivals, String what) {
    boolean follows =
        switch (arrivals) {
          case Arrivals.Constant constant -> true;
          case Arrivals.Poisson poisson -> true;
          case Arrivals.Burst burst -> true;
          case Arrivals.Ramp ramp -> false;
          case Arrivals.Step step -> false;
          case Arrivals.Trace trace -> false;
          case Arrivals.Closed closed -> false;
        };
    if (arrivals instanceof Arrivals.Closed) {
      throw new BadOptionException(
          "--rate max goes as fast as it can and makes nothing of " + what + ": give it alone");
    }
    if (!follows) {
      throw new BadOptionException(
          "--arrivals "
              + Shown.text(arrivals.toString())
              + " has its own rates and makes nothing of "
              + what
              + ": use constant, poisson or burst:N");
    }
  }

  private static void mustHaveThreads(Jdk jdk, BenchConfig load) {
    int feature = jdk.feature();
    Dispatch dispatch = load.dispatch();
    if ((dispatch instanceof Dispatch.Virtual || dispatch instanceof Dispatch.AdaptiveVirtual)
        && feature != 0
        && feature < VIRTUAL_THREADS_SINCE) {
      throw new BadOptionException(
          "--dispatch "
              + dispatch
              + " needs JDK 21 or later; "
              + jdk.home()
              + " is "
              + jdk.version());
    }
  }

  /** A load must have a schedule. For example a trace must be readable before the forks start. */
  private static void mustHaveSchedule(BenchConfig config) {
    long firstNs =
        config.arrivals().schedule(config.rate(), config.seed(), config.durationNs()).nextNs();
    if (firstNs == Schedule.END && config.arrivals() instanceof Arrivals.Trace trace) {
      throw new BadOptionException(
          "trace %s has no arrival within %s: it is empty, or the --duration is too short"
              .formatted(
                  Shown.text(trace.file().toString()), TimeSpan.format(config.durationNs())));
    }
    if (firstNs == Schedule.END) {
      throw new BadOptionException(
          "no message is due at "
              + config.rate()
              + " within "
              + TimeSpan.format(config.durationNs())
              + ": give a longer --duration or a higher --rate");
    }
  }

  /**
   * One way to run the task.
   *
   * @param code what it runs
   * @param jvm in which JVM
   * @param params the values of the task's parameters, in their order
   */
  public record BenchArm(Code code, ForkJvm jvm, Map<String, String> params) {
    /** Keeps a copy. */
    public BenchArm {
      params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    }

    /** What tells it from the others of its JDK: its task where there are several, its values. */
    public Map<String, String> distinction() {
      if (code.name().isEmpty()) {
        return params;
      }
      Map<String, String> all = new LinkedHashMap<>(Map.of(Arm.CLASS, code.name()));
      all.putAll(params);
      return all;
    }

    /** The fork that runs it. */
    ForkCommand command(List<String> jvmArgs, BenchConfig load) {
      JmhCall jmh = code.jmh();
      return jmh == null
          ? new ForkCommand(jdk(), jvmArgs, code.classPath(), code.task().name(), load, params)
          : jmh.command(this, jvmArgs, load);
    }

    /** As it is stored. */
    Arm stored() {
      return jvm.stored(distinction(), code.build());
    }

    /** Its JDK. */
    public Jdk jdk() {
      return jvm.jdk();
    }
  }

  /**
   * The JVM of a fork.
   *
   * @param jdk its JDK
   * @param args its arguments
   * @param cpus its CPUs, or null for all
   */
  public record ForkJvm(Jdk jdk, List<String> args, @Nullable CpuList cpus) {
    /** Keeps a copy. */
    public ForkJvm {
      args = List.copyOf(args);
    }

    /** As it is stored. */
    Arm stored(Map<String, String> params, Arm.@Nullable Build build) {
      return new Arm(
          jdk.home().toString(),
          jdk.version(),
          args,
          cpus == null ? null : cpus.toString(),
          params,
          build);
    }
  }

  /**
   * What an arm runs.
   *
   * @param task the task to measure
   * @param classPath of the task
   * @param build what tells it from the other arm of a pair; null where there is none
   * @param name what tells the task from others that are measured beside it; empty without others
   * @param jmh how it is called, where it is a benchmark written for JMH; else null
   */
  public record Code(
      TaskClass task,
      ClassPath classPath,
      Arm.@Nullable Build build,
      String name,
      @Nullable JmhCall jmh) {
    /** What all arms run. */
    public static Code of(TaskClass task, ClassPath classPath) {
      return new Code(task, classPath, null, "", null);
    }

    /** One side of a pair. */
    public static Code of(TaskClass task, ClassPath classPath, Arm.Build build) {
      return new Code(task, classPath, build, "", null);
    }
  }
}
