package dev.foliot.study;

import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.text.LabException;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a study is to do.
 *
 * @param study which
 * @param form how long it takes
 * @param arms what is compared, 1 to 20
 * @param steps the loads, 1 to 40
 * @param sample how often each cell is played
 * @param machine where
 * @param asked what is asked of the arms and measured
 * @param origin where the plan is from
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

  /**
   * How often, and in which order.
   *
   * @param forks of each arm under each load, 1 to 100
   * @param seed of the order of the cells and of the loads
   */
  public record Sample(int forks, long seed) {}

  /**
   * Where a study runs.
   *
   * @param cpus who has which
   * @param apps where the built-in services are
   * @param stepsPerNs how many steps of CPU work take a nanosecond; null as long as nobody asks
   */
  public record Machine(CpuPartition cpus, ClassPath apps, @Nullable Double stepsPerNs) {
    /** One on which work is not measured yet. */
    public Machine(CpuPartition cpus, ClassPath apps) {
      this(cpus, apps, null);
    }

    /**
     * How many steps of CPU work take a nanosecond, as the apps take it.
     *
     * @throws IllegalStateException if nobody has found out
     */
    public String stepsPerNsText() {
      if (stepsPerNs == null) {
        throw new IllegalStateException("nobody has measured how long work takes here");
      }
      return String.format(Locale.ROOT, "%.6f", stepsPerNs);
    }
  }

  /**
   * What is asked.
   *
   * @param target of the arms
   * @param measures what is measured
   * @param profile by what the services are profiled; null for not
   */
  public record Asked(StudyTarget target, Measures measures, @Nullable ProfileChoice profile) {
    /** Of the built-in bank, what a study usually measures. */
    public static Asked usual(Study study) {
      return new Asked(StudyTarget.bank(), study.measures(), null);
    }
  }

  /**
   * Where a plan is from.
   *
   * @param commandLine what the user wrote
   * @param fileText the study file's text without its secrets; empty where there is none
   * @param name the user's own title; null without one
   */
  public record Origin(List<String> commandLine, String fileText, @Nullable String name) {
    /** Keeps a copy. */
    public Origin {
      commandLine = List.copyOf(commandLine);
    }

    /** Of a command without a file. */
    public static Origin of(List<String> commandLine) {
      return new Origin(commandLine, "", null);
    }

    /** The same with a title. */
    public Origin named(String title) {
      return new Origin(commandLine, fileText, title);
    }
  }

  /**
   * Keeps copies, and checks what can be checked before anything starts.
   *
   * @throws LabException if something cannot be, with the remedy
   */
  public StudyPlan {
    arms = List.copyOf(arms);
    steps = List.copyOf(steps);
    if (arms.isEmpty() || arms.size() > MOST_ARMS) {
      throw LabException.usage("a study has 1 to " + MOST_ARMS + " arms, not " + arms.size());
    }
    if (steps.isEmpty() || steps.size() > MOST_STEPS) {
      throw LabException.usage("a study has 1 to " + MOST_STEPS + " loads, not " + steps.size());
    }
    if (sample.forks < 1 || sample.forks > MOST_FORKS) {
      throw LabException.usage("--forks is from 1 to " + MOST_FORKS + ", not " + sample.forks);
    }
    Set<String> names = new HashSet<>();
    for (ArmPlan arm : arms) {
      if (!names.add(arm.name())) {
        throw LabException.usage("arm " + arm.name() + " is there twice: name it once");
      }
      if (arm.start() instanceof ArmStart.BuiltIn builtIn) {
        builtIn.strategy().mustRunOn(builtIn.jdk());
      } else if (arm.start() instanceof ArmStart.Command
          && steps.stream().anyMatch(step -> step.app() != StudyApp.BANK)) {
        throw LabException.usage(
            "arm "
                + arm.name()
                + " is a command, and "
                + study.label()
                + " runs the built-in programs: give arms with a strategy");
      }
    }
  }

  /** How often each cell is played. */
  public int forks() {
    return sample.forks;
  }

  /** Of all chance. */
  public long seed() {
    return sample.seed;
  }

  /** Who has which CPUs. */
  public CpuPartition cpus() {
    return machine.cpus;
  }

  /** Where the built-in services are. */
  public ClassPath apps() {
    return machine.apps;
  }

  /** What is asked of the arms. */
  public StudyTarget target() {
    return asked.target;
  }

  /** What is measured. */
  public Measures measures() {
    return asked.measures;
  }

  /** By what the services are profiled; null for not. */
  public @Nullable ProfileChoice profile() {
    return asked.profile;
  }

  /** The same with other arms. */
  public StudyPlan withArms(List<ArmPlan> others) {
    return new StudyPlan(study, form, others, steps, sample, machine, asked, origin);
  }

  /** The same with other loads. */
  public StudyPlan withSteps(List<StepPlan> others) {
    return new StudyPlan(study, form, arms, others, sample, machine, asked, origin);
  }

  /** The same with other things asked. */
  public StudyPlan withAsked(Asked other) {
    return new StudyPlan(study, form, arms, steps, sample, machine, other, origin);
  }

  /** The same on a machine of which the speed is known. */
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
    return new StudyPlan(
        study, form, arms, steps, sample, machine, asked, origin.named(title));
  }

  /** What a user should know before it starts: the answers may be worth less than its time. */
  public List<Reason> warnings() {
    int needed = study.leastForks();
    return forks() < needed && form != StudyForm.TEST
        ? List.of(new StudyReason.FewForks(forks(), needed))
        : List.of();
  }

  /**
   * The same with profiles.
   *
   * @throws LabException if it plays programs of which a profile would say nothing
   */
  public StudyPlan profiled(ProfileChoice by) {
    if (!study.comparesThreads()) {
      throw LabException.usage(
          "--profile: "
              + study.label()
              + " is about the address of a class, which no profile of stacks shows: leave it out,"
              + " and see foliot diagnose; to profile a server of your own, write a study file");
    }
    return withAsked(new Asked(asked.target, asked.measures, by));
  }

  /** What is asked of the arms under a load. */
  public StudyTarget target(StepPlan step) {
    return step.app() == StudyApp.BANK ? asked.target : StudyTarget.ping();
  }

  /** Cells: an arm under a load. */
  int cells() {
    return arms.size() * steps.size();
  }

  /** All forks of all cells. */
  public int allForks() {
    return cells() * sample.forks;
  }
}
