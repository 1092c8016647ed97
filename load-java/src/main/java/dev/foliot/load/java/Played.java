package dev.foliot.load.java;

import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a load test measured. Immutable, and safe for use by many threads.
 *
 * @since 0.1.0
 */
public final class Played {
  private final LoadTestResult result;
  private final String aborted;

  /**
   * @param aborted why it was ended early; empty where it was not
   */
  Played(LoadTestResult result, String aborted) {
    this.result = result;
    this.aborted = aborted;
  }

  /**
   * Asserts that limits hold in each measured phase.
   *
   * <p>A load that is INVALID fails too: its figures say nothing of the server. One that is SUSPECT
   * does not.
   *
   * @param limits as in {@code p99<80ms, orders: mean<5ms, errors<0.1%, rate>990/s}; percentiles
   *     are p50, p90, p95, p99, p99.9, p99.99 and those in {@link Plan#limits}
   * @return this
   * @throws AssertionError if one does not hold or cannot be decided, with the figures
   * @throws IllegalArgumentException if a limit cannot be read, or nothing measured it
   */
  public Played assertThat(String limits) {
    List<LoadAssertion> asked = LoadAssertion.parse(limits);
    List<String> names = names();
    for (LoadAssertion one : asked) {
      if (!one.request().isEmpty() && !names.contains(one.request())) {
        throw new IllegalArgumentException(
            "no request is called '" + one.request() + "': there are " + String.join(", ", names));
      }
      if (one instanceof LoadAssertion.Latency(var _, var objective)
          && !measured(objective.percentile())) {
        throw new IllegalArgumentException(
            objective.shownPercentile()
                + " was not measured: name it in the plan too, as in .limits(\""
                + one
                + "\")");
      }
    }
    return judge(LoadAssertion.judge(asked, result));
  }

  /**
   * Asserts that the limits of the plan hold, and that the load is not INVALID.
   *
   * @return this
   * @throws AssertionError if one does not hold or cannot be decided, with the figures
   */
  public Played assertThat() {
    return judge(result.judged());
  }

  private Played judge(List<LoadAssertion.Judged> judged) {
    List<String> failures = new ArrayList<>();
    if (!aborted.isEmpty()) {
      failures.add(aborted);
    }
    if (result.run().validity().verdict() == Verdict.INVALID) {
      failures.add("INVALID: " + String.join("; ", result.run().validity().reasons()));
    }
    judged.stream()
        .filter(one -> one.outcome() != LoadAssertion.Outcome.HELD)
        .forEach(one ->
            failures.add(
                (one.outcome() == LoadAssertion.Outcome.MISSED ? "missed: " : "undecided: ")
                    + one.text()));
    if (!failures.isEmpty()) {
      throw new AssertionError(
          failures.stream().collect(Collectors.joining("\n", "", "\n")) + this);
    }
    return this;
  }

  private boolean measured(String percentile) {
    return result.forks().stream()
        .allMatch(fork -> fork.times().response().names().contains(percentile));
  }

  private List<String> names() {
    return result.requests().stream()
        .flatMap(one -> one.requests().stream())
        .map(kind -> kind.name())
        .distinct()
        .toList();
  }

  /** The answer in one to three sentences, as {@code foliot load} gives it. */
  public String answer() {
    return LoadAnswer.of(result, NextCommands.after(result.run().commandLine())).sentence();
  }

  /** How far the figures can be trusted: {@code VALID}, {@code SUSPECT} or {@code INVALID}. */
  public String verdict() {
    return result.run().validity().verdict().name();
  }

  /**
   * Whether the load generator itself was late or had no CPU. The machine was too busy for this
   * load then, and a limit that is missed or undecided says little of the server.
   */
  public boolean generatorWasLate() {
    return result.forks().stream()
        .flatMap(fork -> fork.validity().reasonCodes().stream())
        .anyMatch(LoadReason.GeneratorTrouble.class::isInstance);
  }

  /** The requests that ended in the measured phases of all rounds, the failed ones included. */
  public long requests() {
    return result.requests().stream().mapToLong(one -> one.ended()).sum();
  }

  /** Those that failed. */
  public long failed() {
    return result.requests().stream().mapToLong(one -> one.failed()).sum();
  }

  /** The folder of the result, for {@code foliot report} and {@code foliot compare}. */
  public Path folder() {
    return result.folder();
  }

  /** The answer, and where the result is. */
  @Override
  public String toString() {
    return answer() + "\n" + folder();
  }
}
