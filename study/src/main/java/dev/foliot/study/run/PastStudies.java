package dev.foliot.study.run;

import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.StudyPlan;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How long a study takes by the last one like it in the store: the start of a command, and the
 * speed of a machine, are known only from there. Stateless.
 */
public final class PastStudies {
  /** Of older runs nobody knows what else they differ in. */
  private static final int MOST_RUNS = 50;

  private PastStudies() {}

  /**
   * The approximate duration of a plan, in nanoseconds: that of the latest complete study with the
   * same form, loads, commands and CPUs, for as many forks as are planned. Empty without such a
   * study.
   */
  public static OptionalLong aboutNs(Store store, StudyPlan plan) {
    if (plan.explains()) {
      return OptionalLong.empty();
    }
    return store.runs().stream()
        .limit(MOST_RUNS)
        .map(run -> forkNs(run, plan))
        .filter(OptionalLong::isPresent)
        .findFirst()
        .map(ns -> OptionalLong.of(plan.withinBudgetNs(ns.getAsLong() * plan.allForks())))
        .orElseGet(OptionalLong::empty);
  }

  /** The mean time of a fork, with its part of what is done once; empty for another study. */
  private static OptionalLong forkNs(StoredRun stored, StudyPlan plan) {
    try {
      RunRecord run = stored.run();
      String ended = run.endedAt();
      if (!run.command().equals("study")
          || !run.benchmark().equals(plan.study().label())
          || stored.state() != StoredRun.State.COMPLETE
          || ended == null
          || stored.recorded().isPresent()) {
        return OptionalLong.empty();
      }
      StudyRecord study = StudyFiles.study(stored);
      long ns = Duration.between(Instant.parse(run.startedAt()), Instant.parse(ended)).toNanos();
      return isAlike(study, plan) && ns > 0
          ? OptionalLong.of(ns / study.points().size())
          : OptionalLong.empty();
    } catch (StoreException | DateTimeException e) {
      // a broken run says nothing about the next one
      return OptionalLong.empty();
    }
  }

  private static boolean isAlike(StudyRecord study, StudyPlan plan) {
    StudyRecords records = new StudyRecords(plan);
    return !study.points().isEmpty()
        && study.points().stream().allMatch(point -> point.failure() == null)
        && study.form().equals(plan.form().label())
        && study.cpus().service().equals(plan.study().cpus(plan).service())
        && times(study.steps()).equals(times(records.steps()))
        && commands(study.arms()).equals(commands(records.arms(List.<StudyPoint>of())));
  }

  private static List<StudyStep.Times> times(List<StudyStep> steps) {
    return steps.stream().map(StudyStep::times).toList();
  }

  /** Built-in services start alike, whatever their strategy. */
  private static Set<List<String>> commands(List<StudyArm> arms) {
    return new HashSet<>(arms.stream().map(StudyArm::command).toList());
  }
}
