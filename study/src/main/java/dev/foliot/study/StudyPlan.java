package dev.foliot.study;

import dev.foliot.judgement.compare.Gates;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.store.GateRecord;
import dev.foliot.study.answer.MainFigure;
import dev.foliot.study.plan.ArmChecks;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.plan.StudyTarget;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a study.
 *
 * @param study the study
 * @param form its length
 * @param arms 1 to 20
 * @param steps the loads, 1 to 40
 * @param sample the number of forks and their order
 * @param machine the machine
 * @param asked the requests and the measures
 * @param origin the source of the plan
 */
public record StudyPlan(
    Study study,
    StudyForm form,
    List<ArmPlan> arms,
    List<StepPlan> steps,
    Sample sample,
    Machine machine,
    Asked asked,
    Origin origin) {
  private static final int MOST_ARMS = 20;
  private static final int MOST_STEPS = 40;
  private static final int MOST_FORKS = 100;

  /** A framework starts so much later than a built-in service: a guess, until one has started. */
  private static final long COMMAND_NS = 5_000_000_000L;

  /**
   * The number of forks, and their order.
   *
   * @param forks of each arm under each load, 1 to 100; of pairs the most
   * @param seed of the order of the cells and of the loads
   * @param gate what pairs of forks decide; null for a fixed number of forks
   */
  public record Sample(int forks, long seed, @Nullable GateRecord gate) {
    /** A fixed number of forks. */
    public Sample(int forks, long seed) {
      this(forks, seed, null);
    }
  }

  /**
   * The machine of a study.
   *
   * @param cpus their assignment
   * @param apps the class path of the built-in services
   * @param stepsPerNs the steps of CPU work per nanosecond; null until needed
   */
  public record Machine(CpuPartition cpus, ClassPath apps, @Nullable Double stepsPerNs) {
    /** A machine without a calibration of work. */
    public Machine(CpuPartition cpus, ClassPath apps) {
      this(cpus, apps, null);
    }

    /**
     * The steps of CPU work per nanosecond, in the apps' notation.
     *
     * @throws IllegalStateException before the calibration
     */
    public String stepsPerNsText() {
      if (stepsPerNs == null) {
        throw new IllegalStateException("nobody has measured how long work takes here");
      }
      return String.format(Locale.ROOT, "%.6f", stepsPerNs);
    }
  }

  /**
   * The requests and the measures.
   *
   * @param target of the requests to the arms
   * @param measures the measures
   * @param profile the profiler of the services; null for none
   * @param explains whether each arm has one extra fork with a flight recording; these have no part
   *     in the figures
   */
  public record Asked(
      StudyTarget target, Measures measures, @Nullable ProfileChoice profile, boolean explains) {
    /** Without a profile and without extra forks. */
    public Asked(StudyTarget target, Measures measures) {
      this(target, measures, null, false);
    }

    /** For the built-in bank, with the study's default measures. */
    public static Asked usual(Study study) {
      return new Asked(StudyTarget.bank(), study.measures());
    }
  }

  /**
   * The source of a plan.
   *
   * @param commandLine the user's command line
   * @param fileText the study file's text without its secrets; empty without one
   * @param name the user's own title; null without one
   */
  public record Origin(List<String> commandLine, String fileText, @Nullable String name) {
    /** Keeps a copy. */
    public Origin {
      commandLine = List.copyOf(commandLine);
    }

    /** A command without a file. */
    public static Origin of(List<String> commandLine) {
      return new Origin(commandLine, "", null);
    }

    /** The same with a title. */
    public Origin named(String title) {
      return new Origin(commandLine, fileText, title);
    }
  }

  /**
   * Keeps copies, and checks the plan, as far as possible before anything starts.
   *
   * @throws FoliotException if it is impossible, with the remedy
   */
  public StudyPlan {
    arms = List.copyOf(arms);
    steps = List.copyOf(steps);
    if (arms.isEmpty() || arms.size() > MOST_ARMS) {
      throw FoliotException.usage("a study has 1 to " + MOST_ARMS + " arms, not " + arms.size());
    }
    if (steps.isEmpty() || steps.size() > MOST_STEPS) {
      throw FoliotException.usage("a study has 1 to " + MOST_STEPS + " loads, not " + steps.size());
    }
    if (sample.forks < 1 || sample.forks > MOST_FORKS) {
      throw FoliotException.usage("--forks is from 1 to " + MOST_FORKS + ", not " + sample.forks);
    }
    Set<String> names = new HashSet<>();
    for (ArmPlan arm : arms) {
      if (!names.add(arm.name())) {
        throw FoliotException.usage("arm " + arm.name() + " is there twice: name it once");
      }
      if (arm.start() instanceof ArmStart.BuiltIn builtIn) {
        builtIn.strategy().mustRunOn(builtIn.jdk());
      } else if (arm.start() instanceof ArmStart.Command
          && steps.stream().anyMatch(step -> step.app() != StudyApp.BANK)) {
        throw FoliotException.usage(
            "arm "
                + arm.name()
                + " is a command, and "
                + study.label()
                + " runs the built-in programs: give arms with a strategy");
      }
    }
  }

  /** The number of forks per cell. */
  public int forks() {
    return sample.forks;
  }

  /** What pairs of forks decide; null for a fixed number of forks. */
  public @Nullable GateRecord gate() {
    return sample.gate;
  }

  /** The seed of all random choices. */
  public long seed() {
    return sample.seed;
  }

  /** The assignment of CPUs. */
  public CpuPartition cpus() {
    return machine.cpus;
  }

  /** The class path of the built-in services. */
  public ClassPath apps() {
    return machine.apps;
  }

  /** The requests to the arms. */
  public StudyTarget target() {
    return asked.target;
  }

  /** The measures. */
  public Measures measures() {
    return asked.measures;
  }

  /** The profiler of the services; null for none. */
  public @Nullable ProfileChoice profile() {
    return asked.profile;
  }

  /** A copy with other arms. */
  public StudyPlan withArms(List<ArmPlan> others) {
    return new StudyPlan(study, form, others, steps, sample, machine, asked, origin);
  }

  /** A copy with other loads. */
  public StudyPlan withSteps(List<StepPlan> others) {
    return new StudyPlan(study, form, arms, others, sample, machine, asked, origin);
  }

  /** A copy with other requests and measures. */
  public StudyPlan withAsked(Asked other) {
    return new StudyPlan(study, form, arms, steps, sample, machine, other, origin);
  }

  /** A copy with the calibration of the machine. */
  public StudyPlan measured(double stepsPerNs) {
    return new StudyPlan(
        study,
        form,
        arms,
        steps,
        sample,
        new Machine(machine.cpus, machine.apps, stepsPerNs),
        asked,
        origin);
  }

  /** The same with the user's own title. */
  public StudyPlan named(String title) {
    return new StudyPlan(study, form, arms, steps, sample, machine, asked, origin.named(title));
  }

  /** What a user should know before it starts: the answers may be worth less than its time. */
  public List<Reason> warnings() {
    List<Reason> warnings = new ArrayList<>();
    int needed = study.leastForks();
    if (forks() < needed && form != StudyForm.TEST) {
      warnings.add(new StudyReason.FewForks(forks(), needed));
    }
    warnings.addAll(ArmChecks.of(arms));
    return warnings;
  }

  /**
   * A copy with profiles.
   *
   * @throws FoliotException if a profile of its programs would be useless
   */
  public StudyPlan profiled(ProfileChoice by) {
    if (!study.comparesThreads()) {
      throw FoliotException.usage(
          "--profile: "
              + study.label()
              + " is about the address of a class, which no profile of stacks shows: leave it out,"
              + " and see foliot diagnose; to profile a server of your own, write a study file");
    }
    return withAsked(new Asked(asked.target, asked.measures, by, asked.explains));
  }

  /**
   * A copy with an extra fork of each arm, with a flight recording.
   *
   * @throws FoliotException if no load has requests
   */
  public StudyPlan explained() {
    if (!study.comparesThreads() || steps.stream().noneMatch(step -> step.app().hasRequests())) {
      throw FoliotException.usage(
          "--explain: " + study.label() + " has no requests, so none is slow: leave it out");
    }
    return withAsked(new Asked(asked.target, asked.measures, asked.profile, true));
  }

  /**
   * A copy that plays pairs of forks, one of each arm, until they decide.
   *
   * @param detect the ratio from which a difference matters; null for that of this plan
   * @param budgetNs no pair begins that would end after it; null for that of this plan
   * @param mostPairs no more pairs than these; null for those of this plan
   * @throws FoliotException if there are not two arms, or the study has no figure to decide by
   */
  public StudyPlan inPairs(
      @Nullable Double detect, @Nullable Long budgetNs, @Nullable Integer mostPairs) {
    MainFigure main =
        study
            .mainFigure()
            .orElseThrow(() ->
                FoliotException.usage(
                    "--detect and --budget compare two threading models in pairs of forks, and "
                        + study.label()
                        + " has none: leave them out"));
    if (arms.size() != 2) {
      throw FoliotException.usage(
          "pairs are of two arms, and there "
              + (arms.size() == 1 ? "is 1" : "are " + arms.size())
              + ": name two, as in --arms "
              + (arms.size() == 1
                  ? "virtual,adaptive"
                  : arms.get(0).name() + "," + arms.get(1).name()));
    }
    GateRecord before = gate();
    int most = mostPairs != null ? mostPairs : before != null ? before.mostPairs() : MOST_FORKS;
    return new StudyPlan(
        study,
        form,
        arms,
        steps,
        new Sample(
            most,
            seed(),
            new GateRecord(
                detect != null ? detect : before != null ? before.detect() : Gates.USUAL_DETECT,
                budgetNs != null
                    ? budgetNs
                    : before != null ? before.budgetNs() : Gates.USUAL_BUDGET_NS,
                most,
                List.of(main.metric().label()))),
        machine,
        asked,
        origin);
  }

  /** A time, or the budget of pairs, if that is less. */
  public long withinBudgetNs(long ns) {
    return sample.gate == null ? ns : Math.min(ns, sample.gate.budgetNs());
  }

  /** Whether each arm has an extra fork with a flight recording. */
  public boolean explains() {
    return asked.explains;
  }

  /** Its approximate duration on a quiet machine, in nanoseconds; of pairs at most. */
  public long aboutNs() {
    long ns = study.preparationNs(this);
    for (int arm = 0; arm < arms.size(); arm++) {
      for (int step = 0; step < steps.size(); step++) {
        ns += forks() * forkNs(arm, step);
      }
    }
    if (measures().diagnosis()) {
      ns += cells() * form.diagnosisNs();
    }
    return withinBudgetNs(ns)
        + CellOrder.recorded(this).stream()
            .flatMap(List::stream)
            .mapToLong(cell -> forkNs(cell.arm(), cell.step()))
            .sum();
  }

  /**
   * The approximate duration of a fork on a quiet machine, in nanoseconds.
   *
   * @param arm index of its arm
   * @param step index of its load
   */
  public long forkNs(int arm, int step) {
    boolean startsCommand =
        arms.get(arm).start() instanceof ArmStart.Command && !steps.get(step).continues();
    return steps.get(step).forkNs() + (startsCommand ? COMMAND_NS : 0);
  }

  /** The requests to the arms under a load. */
  public StudyTarget target(StepPlan step) {
    return step.app() == StudyApp.BANK ? asked.target : StudyTarget.ping();
  }

  /** The number of cells: arms times loads. */
  int cells() {
    return arms.size() * steps.size();
  }

  /** The number of forks of all cells; of pairs the most. */
  public int allForks() {
    return cells() * sample.forks;
  }
}
