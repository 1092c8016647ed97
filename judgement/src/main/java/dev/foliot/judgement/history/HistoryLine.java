package dev.foliot.judgement.history;

import dev.foliot.store.Percentiles;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What is comparable over time: the runs of one name, of one arm under one load.
 *
 * @param key what its runs have in common
 * @param runs in the order of time
 * @param changes in their order
 */
public record HistoryLine(Key key, List<HistoryRun> runs, List<HistoryChange> changes) {
  /**
   * What the runs of a line have in common. Any text may be in it.
   *
   * @param name that a person gave the runs, else what was measured
   * @param command that made them, {@code bench}
   * @param benchmark what was measured
   * @param arm which arm of the run; empty where runs have one
   * @param load under which they were measured
   */
  public record Key(String name, String command, String benchmark, String arm, String load) {
    /** The part of the name's runs: the arm and the load. */
    public String part() {
      return arm.isEmpty() ? load : arm + ", " + load;
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public HistoryLine {
    Objects.requireNonNull(key, "key");
    runs = List.copyOf(runs);
    changes = List.copyOf(changes);
  }

  static HistoryLine of(Key key, List<HistoryRun> runs) {
    return new HistoryLine(key, runs, ChangeSearch.of(runs));
  }

  /** The latest run. */
  public HistoryRun last() {
    return runs.getLast();
  }

  /**
   * The runs that one is judged by. Changes are looked for in the runs before it, so that it is not
   * judged by itself.
   *
   * @param run of this line
   * @param within how long before it they may have begun
   */
  public HistorySegment before(HistoryRun run, Duration within) {
    List<HistoryRun> earlier =
        runs.subList(0, runs.indexOf(run)).stream()
            .filter(one -> one.counts() && one.machine().equals(run.machine()))
            .toList();
    int changed = ChangeSearch.of(earlier).stream().mapToInt(HistoryChange::first).max().orElse(-1);
    List<HistoryRun> since =
        earlier.subList(Math.max(0, changed), earlier.size()).stream()
            .filter(one -> !one.at().isBefore(run.at().minus(within)))
            .toList();
    return new HistorySegment(
        since, changed >= 0 && !since.isEmpty() && since.getFirst().equals(earlier.get(changed)));
  }

  /** The percentiles that at least one run has, in ascending order. */
  public List<String> percentiles() {
    return Percentiles.NAMES.stream()
        .filter(name ->
            runs.stream()
                .map(run -> run.response().get(name))
                .anyMatch(spread -> spread != null && spread.median() != null))
        .toList();
  }

  /** The indices of the runs that are on another machine than the run before. */
  public List<Integer> gaps() {
    return IntStream.range(1, runs.size())
        .filter(i -> !runs.get(i).machine().equals(runs.get(i - 1).machine()))
        .boxed()
        .toList();
  }
}
