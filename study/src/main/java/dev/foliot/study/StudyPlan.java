package dev.foliot.study;

import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.text.LabException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a study is to do.
 *
 * @param study which
 * @param form how long it takes
 * @param arms what is compared, 1 to 20
 * @param steps the loads, 1 to 40
 * @param forks of each arm under each load, 1 to 100
 * @param seed of the order of the cells and of the loads
 * @param cpus who has which
 * @param apps where the built-in services are
 * @param commandLine what the user wrote
 * @param target what is asked of the arms
 * @param fileText the study file's text without its secrets; empty where there is none
 * @param measures what is measured
 * @param profile by what the services are profiled; null for not
 */
public record StudyPlan(
    StudyName study,
    StudyForm form,
    List<ArmPlan> arms,
    List<StepPlan> steps,
    int forks,
    long seed,
    CpuPartition cpus,
    ClassPath apps,
    List<String> commandLine,
    StudyTarget target,
    String fileText,
    Measures measures,
    @Nullable ProfileChoice profile) {
  private static final int MOST_ARMS = 20;
  private static final int MOST_STEPS = 40;
  private static final int MOST_FORKS = 100;

  /** What most studies compare where nothing else is asked for. */
  public static final List<String> USUAL_ARMS =
      List.of("virtual", "adaptive", "adaptive-virtual", "fixed:50");

  /**
   * What a study compares where nothing else is asked for: in its quick form as many as four forks
   * of each leave within four minutes, virtual threads, a fixed pool and the self-tuning one
   * always.
   */
  public static List<String> usualArms(StudyName study, StudyForm form) {
    boolean isFull = form == StudyForm.FULL;
    return switch (study) {
      case SHORT_TASKS ->
          isFull
              ? List.of("virtual", "adaptive", "adaptive-virtual", "fixed:cpus")
              : List.of("virtual", "adaptive", "fixed:cpus");
      case RAMP_UP, THROUGHPUT -> isFull ? USUAL_ARMS : List.of("virtual", "adaptive", "fixed:50");
      // fewer threads would hold the load so low that few requests are in flight
      case MEMORY ->
          isFull
              ? List.of("virtual", "adaptive", "adaptive-virtual", "fixed:500")
              : List.of("virtual", "adaptive", "fixed:500");
      case SCALING, SHARING_LOTTERY, REMEDY -> USUAL_ARMS;
    };
  }

  /** A study without profiles. */
  public StudyPlan(
      StudyName study,
      StudyForm form,
      List<ArmPlan> arms,
      List<StepPlan> steps,
      int forks,
      long seed,
      CpuPartition cpus,
      ClassPath apps,
      List<String> commandLine,
      StudyTarget target,
      String fileText,
      Measures measures) {
    this(
        study,
        form,
        arms,
        steps,
        forks,
        seed,
        cpus,
        apps,
        commandLine,
        target,
        fileText,
        measures,
        null);
  }

  /** A study of the built-in bank. */
  public StudyPlan(
      StudyName study,
      StudyForm form,
      List<ArmPlan> arms,
      List<StepPlan> steps,
      int forks,
      long seed,
      CpuPartition cpus,
      ClassPath apps,
      List<String> commandLine) {
    this(
        study,
        form,
        arms,
        steps,
        forks,
        seed,
        cpus,
        apps,
        commandLine,
        StudyTarget.bank(),
        "",
        Measures.usual(study));
  }

  /**
   * Keeps copies, and checks what can be checked before anything starts.
   *
   * @throws LabException if something cannot be, with the remedy
   */
  public StudyPlan {
    arms = List.copyOf(arms);
    steps = List.copyOf(steps);
    commandLine = List.copyOf(commandLine);
    if (arms.isEmpty() || arms.size() > MOST_ARMS) {
      throw LabException.usage("a study has 1 to " + MOST_ARMS + " arms, not " + arms.size());
    }
    if (steps.isEmpty() || steps.size() > MOST_STEPS) {
      throw LabException.usage("a study has 1 to " + MOST_STEPS + " loads, not " + steps.size());
    }
    if (forks < 1 || forks > MOST_FORKS) {
      throw LabException.usage("--forks is from 1 to " + MOST_FORKS + ", not " + forks);
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

  /**
   * The arms of some strategies on some JDKs; with several JDKs their names say on which, by its
   * version, and by its folder where two have the same.
   *
   * @param strategies as users write them
   * @throws LabException if there is no such strategy
   */
  public static List<ArmPlan> arms(List<String> strategies, List<Jdk> jdks, List<String> jvmArgs) {
    List<ArmStrategy> all = strategies.stream().map(String::strip).map(ArmStrategy::new).toList();
    return jdks.stream()
        .flatMap(jdk ->
            all.stream()
                .map(strategy ->
                    ArmPlan.builtIn(
                        strategy.text() + JdkNames.suffix(jdk, jdks), strategy, jdk, jvmArgs)))
        .toList();
  }

  /** The same with other arms. */
  StudyPlan withArms(List<ArmPlan> others) {
    return new StudyPlan(
        study,
        form,
        others,
        steps,
        forks,
        seed,
        cpus,
        apps,
        commandLine,
        target,
        fileText,
        measures);
  }

  /** The same with other loads. */
  StudyPlan withSteps(List<StepPlan> others) {
    return with(others, profile);
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
    return with(steps, by);
  }

  private StudyPlan with(List<StepPlan> others, @Nullable ProfileChoice by) {
    return new StudyPlan(
        study,
        form,
        arms,
        others,
        forks,
        seed,
        cpus,
        apps,
        commandLine,
        target,
        fileText,
        measures,
        by);
  }

  /** What is asked of the arms under a load. */
  StudyTarget target(StepPlan step) {
    return step.app() == StudyApp.BANK ? target : StudyTarget.ping();
  }

  /** Cells: an arm under a load. */
  int cells() {
    return arms.size() * steps.size();
  }

  /** All forks of all cells. */
  public int allForks() {
    return cells() * forks;
  }
}
