package dev.foliot.study;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.FigureKind;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign.LeftOut;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.MainFigure;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.FileChecks;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A built-in study: its comparison, how a fork is played and read, and its answers. Each has its
 * own package and an entry in one list, {@code Studies}. Stateless.
 */
public interface Study {
  /** Its name, on the command line and in the store. */
  String label();

  /** What it is about, for the list of studies: one or two lines of at most 68 characters. */
  List<String> summary();

  /** The question that its pictures answer. */
  String question();

  /** The label of the study to play after it. */
  String next();

  /** How the page draws it. */
  StudyDrawing drawing(StudyRecord study);

  /**
   * Whether its arms are threading models of a service. Otherwise they are addresses of a class or
   * remedies, without a driver.
   */
  default boolean comparesThreads() {
    return true;
  }

  /** The default arms; virtual threads are among them. */
  List<String> usualArms(StudyForm form);

  /**
   * The arms.
   *
   * @throws dev.foliot.text.FoliotException for a contradictory choice
   */
  default List<ArmPlan> arms(ArmChoice choice) {
    return choice.strategies(this);
  }

  /**
   * The loads.
   *
   * @param serviceCpus the number of CPUs of a service under HTTP load
   * @param allCpus the number for a program that needs no driver
   */
  List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus);

  /**
   * The loads of the quick form that fit into its time, with the default arms and forks.
   *
   * @param loads in the order of playing
   * @param byWorth the same, the most important first; the first is there in any case
   */
  default List<StepPlan> fitting(List<StepPlan> loads, List<StepPlan> byWorth) {
    long forks = (long) usualArms(StudyForm.QUICK).size() * forks(StudyForm.QUICK);
    List<StepPlan> taken = new ArrayList<>();
    long ns = 0;
    for (StepPlan load : byWorth) {
      long more = forks * load.forkNs();
      if (taken.isEmpty() || ns + more <= StudyForm.QUICK_NS) {
        taken.add(load);
        ns += more;
      }
    }
    return loads.stream().filter(taken::contains).toList();
  }

  /**
   * The loads that suit a user's command.
   *
   * @param serviceCpus the number of CPUs of a service under HTTP load
   * @param usual the study's own loads
   */
  default List<StepPlan> loadsOfCommands(StudyForm form, int serviceCpus, List<StepPlan> usual) {
    return usual;
  }

  /** The default number of forks per cell. */
  int forks(StudyForm form);

  /** Its arguments for the JVMs of all arms, before the user's. */
  default List<String> jvmArgs() {
    return List.of();
  }

  /** Its default measures. */
  default Measures measures() {
    return Measures.USUAL;
  }

  /** Whether it varies a program's number of CPUs; otherwise all arms have the same. */
  default boolean variesCpus() {
    return false;
  }

  /** Reports the fields that its study files must not have. */
  default void check(FileChecks file) {}

  /** Whether all built-in services of its arms use the remote system. */
  default boolean hasRemote() {
    return true;
  }

  /** Whether {@link #prepared} has something to determine. */
  default boolean needsPreparation(StudyPlan plan) {
    return false;
  }

  /** The approximate duration of {@link #prepared}, in nanoseconds. */
  default long preparationNs(StudyPlan plan) {
    return 0;
  }

  /**
   * Completes the plan with values that depend on this machine: rates, classes. No figure includes
   * these measurements.
   *
   * @param folder for temporary files
   * @throws dev.foliot.text.FoliotException if this system cannot run arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have then ended
   */
  default StudyPlan prepared(StudyPlan plan, Path folder, StudyProgress progress)
      throws InterruptedException {
    return plan;
  }

  /**
   * Plays cells of one arm, whose loads continue each other.
   *
   * @return the outcome of each, in their order
   * @throws dev.foliot.text.FoliotException if this system cannot run arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have then ended
   */
  List<ForkOutcome> play(ForkSetting setting) throws InterruptedException;

  /**
   * The kinds of figures that its answers use, by which a fork is valid or suspect. Others that it
   * shows are judged by themselves.
   */
  default Set<FigureKind> figures() {
    return Set.of(FigureKind.THROUGHPUT, FigureKind.CPU, FigureKind.MEMORY);
  }

  /**
   * How many valid forks of each arm an answer needs before it can tell arms apart. With fewer
   * there are medians only.
   */
  default int leastForks() {
    return ArmComparison.LEAST_FORKS;
  }

  /** Whether its answers need valid forks of every arm. */
  default boolean needsAllArms() {
    return true;
  }

  /** The forks with the figures that only all of them together decide. Pure. */
  default List<StudyPoint> derived(StudyFigures figures) {
    return figures.study().points();
  }

  /** Computes its own figures of a fork. */
  default void read(ForkReading fork) {}

  /** The assignment of CPUs. */
  default StudyCpus cpus(StudyPlan plan) {
    return new StudyCpus(
        plan.cpus().service().toString(),
        plan.cpus().driver().toString(),
        plan.cpus().remote().toString(),
        plan.cpus().suspect());
  }

  /** Its arms that a plan lacks. */
  default List<LeftOut> leftOut(StudyPlan plan) {
    return List.of();
  }

  /** The answers to its question. Pure. */
  List<StudyAnswer> answers(StudyFigures figures);

  /** Its further answers. Pure. */
  default List<StudyAnswer> answersBeside(StudyFigures figures) {
    return List.of();
  }

  /** Its question among those of several studies; empty for none. */
  default Optional<JointQuestion> joint() {
    return Optional.empty();
  }

  /** The figure by which pairs of forks decide; empty where its arms are not compared in pairs. */
  default Optional<MainFigure> mainFigure() {
    return joint().map(question -> new MainFigure(question.jdks(), question.jdksBy()));
  }

  /** Whether the table of a load begins with its name, because its traffic does not identify it. */
  default boolean namesLoad(StudyStep step) {
    return step.varied().cpus() != null;
  }

  /** The columns of a load's table of arms. */
  default List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    return StudyColumn.ofRequests();
  }

  /** The legend of its tables, in a sentence each. */
  default List<String> legend(StudyRecord study) {
    return List.of("Medians over the valid and suspect forks; RSS and thread counts are maxima.");
  }
}
