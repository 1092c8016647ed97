package dev.foliot.report.bench;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.judgement.explain.Explanations;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.Arm;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.StoredRun;
import dev.foliot.store.beside.BesideRecord;
import dev.foliot.store.explain.ExplanationRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run with all its forks.
 *
 * @param letter that stands for it where there are several, else empty
 * @param key that the keys of its forks begin with
 * @param run its record
 * @param forks by number
 * @param beside what JLBH reports of the same program; empty where it was not asked
 * @param explanation why its slow messages were slow; empty without a timeline
 * @param answer of it
 * @param judged what had to hold in a load test; empty else
 */
public record RunView(
    String letter,
    String key,
    RunRecord run,
    List<ForkView> forks,
    Optional<BesideResult> beside,
    Optional<ExplanationRecord> explanation,
    Answer answer,
    List<LoadAssertion.Judged> judged) {
  private static final String LOAD = "load";
  private static final int MOST_ARGS = 200;

  public static RunView of(StoredRun stored, int index, int of) {
    RunRecord run = stored.run();
    String key = "r" + index;
    List<ForkView> forks = new ArrayList<>();
    for (int number : stored.forkNumbers()) {
      forks.add(ForkView.of(stored, key, number));
    }
    if (forks.isEmpty()) {
      throw new ReportException(
          "the run "
              + Foreign.name(stored.id())
              + " has no whole fork: there is nothing to report");
    }
    return new RunView(
        of == 1 ? "" : letter(index),
        key,
        run,
        forks,
        BesideRecord.of(stored).map(one -> BesideResult.of(run, stored.forks(), one)),
        Explanations.of(stored),
        answer(stored),
        run.command().equals(LOAD) ? LoadTestResult.read(stored, false).judged() : List.of());
  }

  private static Answer answer(StoredRun stored) {
    NextCommands commands = NextCommands.after(stored.run().commandLine());
    return stored.run().command().equals(LOAD)
        ? LoadAnswer.of(LoadTestResult.read(stored, false), commands)
        : BenchAnswer.of(stored.run(), stored.forks(), commands);
  }

  /** Whether it is a load test of a server, and not a bench. */
  boolean isLoadTest() {
    return run.command().equals(LOAD);
  }

  private static String letter(int index) {
    return index < 26 ? String.valueOf((char) ('A' + index)) : "run " + (index + 1);
  }

  /** Its forks of one arm under one load. */
  List<ForkView> forks(int arm, int load) {
    return forks.stream()
        .filter(f -> f.record().place().arm() == arm && f.record().loadIndex() == load)
        .toList();
  }

  /**
   * What {@code run.json} says of a percentile over the forks of an arm under a load.
   *
   * @param kind {@code response}, {@code probe NAME} …
   */
  @Nullable Spread spread(int arm, int load, String kind, String percentile) {
    return run.spreads(arm, load, kind).get(percentile);
  }

  /** By what an arm differs from the others, or what it is where there is one. */
  String armName(int index) {
    List<Arm> arms = run.arms();
    if (index < 0 || index >= arms.size()) {
      return "arm " + index;
    }
    Arm arm = arms.get(index);
    String params = Foreign.text(arm.paramText(run.varyingParams()), MOST_ARGS);
    if (arms.size() == run.combinations().size() && !params.isEmpty()) {
      return params;
    }
    String jdk = jdkName(arms, index);
    return params.isEmpty() ? jdk : params + ", " + jdk;
  }

  private static String jdkName(List<Arm> all, int index) {
    Arm arm = all.get(index);
    List<Arm> arms = all.stream().filter(other -> other.params().equals(arm.params())).toList();
    String version = "JDK " + Foreign.text(arm.jdkVersion(), 40);
    if (arms.stream().filter(a -> a.jdkVersion().equals(arm.jdkVersion())).count() == 1) {
      return version;
    }
    String args = Foreign.text(String.join(" ", arm.jvmArgs()), MOST_ARGS);
    String cpus = arm.cpus() == null ? "" : " on CPUs " + Foreign.text(arm.cpus(), 40);
    String name = (args.isEmpty() ? version : version + " " + args) + cpus;
    boolean alone =
        arms.stream()
                .filter(a ->
                    a.jvmArgs().equals(arm.jvmArgs()) && a.jdkVersion().equals(arm.jdkVersion()))
                .count()
            == 1;
    return alone ? name : "arm " + index + ": " + name;
  }
}
