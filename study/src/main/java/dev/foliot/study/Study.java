package dev.foliot.study;

import dev.foliot.judgement.FigureKind;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign.LeftOut;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A study that Foliot knows: what it compares, how a fork is played and read, and what is answered.
 * Each is a package of its own and stands in one list, {@code Studies}. Stateless.
 */
public interface Study {
  /** Its name, as users write it and as it is stored. */
  String label();

  /**
   * Whether its arms are threading models of a service. If not, they are places of a class or
   * remedies, and there is no driver.
   */
  default boolean comparesThreads() {
    return true;
  }

  /** Arms that are compared where nothing else is asked for; virtual threads among them. */
  List<String> usualArms(StudyForm form);

  /**
   * The arms.
   *
   * @throws dev.foliot.text.LabException if what was asked for does not go together
   */
  default List<ArmPlan> arms(ArmChoice choice) {
    return choice.strategies(this);
  }

  /**
   * The loads.
   *
   * @param serviceCpus how many CPUs a service has that is loaded over HTTP
   * @param allCpus how many there are for a program that needs no driver
   */
  List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus);

  /** Those of its loads that a command of the user's can be put under. */
  default List<StepPlan> loadsOfCommands(List<StepPlan> usual) {
    return usual;
  }

  /** How many forks of each cell there are where nothing else is asked for. */
  int forks(StudyForm form);

  /** What it gives the JVMs of all arms, before what the user gives them. */
  default List<String> jvmArgs() {
    return List.of();
  }

  /** What it measures where nothing else is asked for. */
  default Measures measures() {
    return Measures.USUAL;
  }

  /** Whether it varies how many CPUs a program has; elsewhere all arms have the same. */
  default boolean variesCpus() {
    return false;
  }

  /** Complains of what a study file of it must not say. */
  default void check(FileChecks file) {}

  /** Whether built-in services of its arms all have the remote system. */
  default boolean hasRemote() {
    return true;
  }

  /** Whether {@link #prepared} has something to find out. */
  default boolean needsPreparation(StudyPlan plan) {
    return false;
  }

  /**
   * The plan with what can only be found out here: rates, classes. What is measured meanwhile is in
   * no figure.
   *
   * @param folder for files that are not kept
   * @throws dev.foliot.text.LabException if this system cannot hold arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  default StudyPlan prepared(StudyPlan plan, Path folder, StudyProgress progress)
      throws InterruptedException {
    return plan;
  }

  /**
   * Plays cells of one arm, whose loads continue each other.
   *
   * @return what each gave, in their order
   * @throws dev.foliot.text.LabException if this system cannot hold arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  default List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    return new ServiceFork(setting).play();
  }

  /**
   * The kinds of figures that its answers use, by which a fork is valid or suspect. Others that it
   * shows are judged by themselves.
   */
  default Set<FigureKind> figures() {
    return Set.of(FigureKind.THROUGHPUT, FigureKind.CPU, FigureKind.MEMORY);
  }

  /**
   * How many valid forks of each arm an answer needs before it can tell arms apart. With fewer there
   * are medians only.
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

  /** Reads its own figures off a fork. */
  default void read(ForkReading fork) {}

  /** Who has which CPUs. */
  default StudyCpus cpus(StudyPlan plan) {
    return StudyCpus.of(
        plan.cpus().service().toString(),
        plan.cpus().driver().toString(),
        plan.cpus().remote().toString(),
        plan.cpus().suspect());
  }

  /** Arms that it has and a plan has not. */
  default List<LeftOut> leftOut(StudyPlan plan) {
    return List.of();
  }

  /** What it is there for. Pure. */
  List<StudyAnswer> answers(StudyFigures figures);

  /** What it answers beside that. Pure. */
  default List<StudyAnswer> answersBeside(StudyFigures figures) {
    return List.of();
  }

  /** Its question among those of several studies; empty where it has none. */
  default Optional<JointQuestion> joint() {
    return Optional.empty();
  }

  /**
   * Whether the table of a load begins with its name, since its traffic does not say which it is.
   */
  default boolean namesLoad(StudyStep step) {
    return step.cpus() != null;
  }

  /** The columns of a load's table of arms. */
  default List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    return StudyColumn.ofRequests();
  }

  /** What a reader of its tables must know, in a sentence each. */
  default List<String> legend(StudyRecord study) {
    return List.of("Medians over the valid and suspect forks; RSS and thread counts are maxima.");
  }
}
