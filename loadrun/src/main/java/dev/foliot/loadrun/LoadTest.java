package dev.foliot.loadrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.load.LoadAbort;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.linux.CpuList;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Traffic;
import dev.foliot.store.LoadRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a load test plays.
 *
 * <p>Each plan is played by a load generator of its own, in the order of the list, and all of them
 * in each round.
 *
 * @param name what is tested, as in a run's {@code benchmark}
 * @param plans 1 to 100; each has at least one measured phase
 * @param rounds how often everything is played
 * @param generator how the generator's JVM runs
 * @param watched the server
 * @param goal a rate to search for, with the rate of the one plan as its beginning; null for none
 * @param limits what must hold
 * @param commandLine the user's command line
 */
public record LoadTest(
    String name,
    List<LoadPlan> plans,
    Rounds rounds,
    Generator generator,
    ServerSetup watched,
    @Nullable RateGoal goal,
    Limits limits,
    List<String> commandLine) {
  private static final int MOST = 100;
  private static final double NS_PER_S = 1e9;

  /** For the start and the end of a generator. */
  private static final long AROUND_PLAN_NS = 1_500_000_000L;

  /**
   * How often everything is played.
   *
   * @param count the number of rounds with figures, 1 to 100
   * @param explains whether the load is played once more with a flight recording of the server;
   *     this has no part in the figures
   */
  public record Rounds(int count, boolean explains) {
    /**
     * Checks the range.
     *
     * @throws FoliotException if it is out of range
     */
    public Rounds {
      if (count < 1 || count > MOST) {
        throw FoliotException.usage("--rounds must be 1 to " + MOST + ", not " + count);
      }
    }

    /** The rounds, with the one that has a flight recording. */
    public int all() {
      return count + (explains ? 1 : 0);
    }

    /**
     * What a round is called, as in {@code round 2 of 5}.
     *
     * @param number from 1
     */
    public String name(int number) {
      return number > count
          ? "once more, with a flight recording"
          : "round " + number + " of " + count;
    }
  }

  /**
   * What must hold.
   *
   * @param assertions in each measured phase
   * @param abort what ends the load early, null for nothing
   */
  public record Limits(List<LoadAssertion> assertions, @Nullable LoadAbort abort) {
    /** Nothing. */
    public static final Limits NONE = new Limits(List.of(), null);

    /** Keeps a copy. */
    public Limits {
      assertions = List.copyOf(assertions);
    }
  }

  /**
   * How the generator's JVM runs.
   *
   * @param cpus where it may run, null for all
   * @param jvmArgs its arguments
   */
  public record Generator(@Nullable CpuList cpus, List<String> jvmArgs) {
    /** Keeps a copy. */
    public Generator {
      jvmArgs = List.copyOf(jvmArgs);
    }
  }

  /**
   * One measured phase: what a fork's load index refers to.
   *
   * @param plan the number of its plan
   * @param phase its number in the plan
   */
  public record Measured(int plan, int phase) {}

  /**
   * Keeps copies.
   *
   * @throws FoliotException for a value out of range, or an assertion that the load cannot decide
   */
  public LoadTest {
    List<String> percentiles = LoadAssertion.percentiles(limits.assertions());
    plans = plans.stream().map(plan -> plan.withPercentiles(percentiles)).toList();
    commandLine = List.copyOf(commandLine);
    if (plans.isEmpty() || plans.size() > MOST) {
      throw FoliotException.usage("give 1 to " + MOST + " loads, not " + plans.size());
    }
    for (LoadPlan plan : plans) {
      if (plan.phases().stream().noneMatch(LoadPhase::isMeasured)) {
        throw FoliotException.usage(
            "nothing would be measured: give a phase that is neither idle nor called warm-up");
      }
    }
    if (goal != null) {
      mustBeSearch(goal, plans);
    }
    if (plans.getFirst().execution().share().isPart()
        && (goal != null || plans.size() > 1 || rounds.all() > 1)) {
      throw FoliotException.usage(
          "a load in parts plays one rate once: leave --find-rate, --rounds, --explain and further"
              + " rates out");
    }
    if (rounds.explains()) {
      mustBeExplainable(plans, watched.process(), goal);
    }
    if (watched.log() != null && plans.stream().anyMatch(plan -> !plan.execution().traces())) {
      throw FoliotException.usage(
          "--server-log finds requests by their trace ids: add --trace (in a plan trace: true), and"
              + " the header traceparent to the log");
    }
    for (LoadPlan plan : plans) {
      limits.assertions().forEach(assertion -> mustBeOf(assertion, plan));
      for (LoadPhase phase : plan.phases()) {
        if (phase.isMeasured() && phase.traffic() instanceof Traffic.Open open) {
          double due = open.meanPerS() * phase.durationNs() / NS_PER_S;
          double requests =
              (phase.mostRequests() == 0 ? due : Math.min(due, (double) phase.mostRequests()))
                  * rounds.count();
          limits.assertions().forEach(assertion -> assertion.mustBeDecidedBy(requests));
        }
      }
    }
  }

  private static void mustBeOf(LoadAssertion assertion, LoadPlan plan) {
    if (!assertion.request().isEmpty() && !plan.names().contains(assertion.request())) {
      throw FoliotException.usage(
          "no request is called '"
              + Shown.text(assertion.request())
              + "', as --assert has it: there are "
              + Shown.text(String.join(", ", plan.names()), 300));
    }
  }

  private static void mustBeSearch(RateGoal goal, List<LoadPlan> plans) {
    LoadPlan plan = plans.getFirst();
    if (plans.size() > 1
        || plan.phases().stream().filter(LoadPhase::isMeasured).count() > 1
        || !(measured(plan).traffic() instanceof Traffic.Open open)
        || open.hasOwnRates()) {
      throw FoliotException.usage(
          "--find-rate varies one rate: give one --rate, and constant or poisson arrivals");
    }
    goal.mustSuit(config(plan));
  }

  private static void mustBeExplainable(
      List<LoadPlan> plans, @Nullable ServerPlan server, @Nullable RateGoal goal) {
    if (server == null) {
      throw FoliotException.usage(
          "--explain records the server: give its --pid, or its command after --");
    }
    if (goal != null
        || plans.size() > 1
        || plans.getFirst().phases().stream().filter(LoadPhase::isMeasured).count() > 1) {
      throw FoliotException.usage(
          "--explain plays the load once more: give one rate, and one measured phase");
    }
  }

  private static LoadPhase measured(LoadPlan plan) {
    return plan.phases().stream().filter(LoadPhase::isMeasured).findFirst().orElseThrow();
  }

  /**
   * The load of a plan with one measured phase in the terms of a bench, for the search of a rate.
   */
  static BenchConfig config(LoadPlan plan) {
    LoadPhase phase = measured(plan);
    Rate rate = ((Traffic.Open) phase.traffic()).rate();
    return BenchConfig.DEFAULT.with(
        Map.of(
            "rate",
            rate.toString(),
            "duration",
            TimeSpan.format(phase.durationNs()),
            "warmup",
            "0s",
            "timeout",
            TimeSpan.format(plan.sending().timeoutNs()),
            "seed",
            Long.toString(plan.seed())));
  }

  /** The process of the server; null for none. */
  public @Nullable ServerPlan server() {
    return watched.process();
  }

  /** The measured phases, in the order of the loads of the run. */
  public List<Measured> measured() {
    List<Measured> all = new ArrayList<>();
    for (int plan = 0; plan < plans.size(); plan++) {
      for (int phase = 0; phase < plans.get(plan).phases().size(); phase++) {
        if (plans.get(plan).phases().get(phase).isMeasured()) {
          all.add(new Measured(plan, phase));
        }
      }
    }
    return all;
  }

  /** The loads of the run, one for each measured phase; of a search the first one. */
  public List<LoadRecord> loads() {
    return measured().stream()
        .map(one -> LoadRecords.load(plans.get(one.plan()), one.phase()))
        .toList();
  }

  /** How many plans are played one after the other, if no rate is searched for. */
  public int plays() {
    return plans.size() * rounds.all();
  }

  /** About how long it takes, in nanoseconds; a search takes at most this. */
  public long aboutNs() {
    return (goal == null ? rounds.all() : goal.mostForks())
        * plans.stream().mapToLong(plan -> plan.durationNs() + AROUND_PLAN_NS).sum();
  }
}
