package dev.foliot.judgement.answer;

import dev.foliot.judgement.run.ArmNames;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What to do after a bench. Pure. */
final class BenchNext {
  private static final String PRIMARY = "p99";
  private static final String JLBH = "--jlbh";
  private static final double SECOND_NS = 1e9;
  private static final long LONGEST_S = 600;
  private static final int FEWEST_FORKS = 5;
  private static final int MOST_FORKS = 100;

  /** They say how often and what to compare with, not what is measured. */
  private static final Set<String> OF_ONE_RUN =
      Set.of(
          "--rate",
          "--forks",
          "--find-rate",
          "--max-rate",
          "--max-forks",
          "--against",
          "--primary",
          "--margin",
          "--fail-on",
          "--name");

  private static final String SEARCH =
      "Find the highest rate that keeps a promise; put your own in place of this one.";

  private final RunRecord run;
  private final List<ForkRecord> forks;
  private final BenchAnswer.Kind kind;
  private final NextCommands next;

  BenchNext(RunRecord run, List<ForkRecord> forks, BenchAnswer.Kind kind, NextCommands next) {
    this.run = run;
    this.forks = forks;
    this.kind = kind;
    this.next = next;
  }

  NextAction action() {
    if (run.validity().verdict() == Verdict.INVALID) {
      return NextAction.doctor(next);
    }
    if (next.asked().contains(JLBH)) {
      // its options are the program's own
      return NextAction.page(next);
    }
    RateSearch search = run.rateSearch();
    if (search != null) {
      Double rate = search.ratePerS();
      return rate == null
          ? NextAction.page(next)
          : new NextAction(
              "Measure at the rate that was found.",
              next.again(OF_ONE_RUN, "--rate", NextCommands.rate(rate)));
    }
    if (run.gate() != null) {
      return kind == BenchAnswer.Kind.INCONCLUSIVE
          ? NextAction.ofPairs(run.gate(), next)
          : NextAction.page(next);
    }
    if (run.load().isClosed()) {
      return new NextAction(
          "Measure at a rate that the task sustains.", next.again(OF_ONE_RUN, "--rate", "auto"));
    }
    if (run.combinations().size() > 1) {
      return ofCombinations();
    }
    if (run.loads().size() > 1 || kind == BenchAnswer.Kind.SUSTAINED_RATE) {
      return new NextAction(SEARCH, next.again(OF_ONE_RUN, "--find-rate", "p99<1ms"));
    }
    Long p99 = p99(0);
    return p99 == null
        ? new NextAction(
            "Measure longer.", next.again(Set.of("--duration", "--name"), "--duration", longer()))
        : new NextAction(SEARCH, next.again(OF_ONE_RUN, "--find-rate", "p99<" + limit(p99)));
  }

  /** More forks where these do not decide, else a search with the last combination. */
  private NextAction ofCombinations() {
    List<List<Integer>> byJdk = ArmNames.byJdk(run);
    if (kind == BenchAnswer.Kind.INCONCLUSIVE) {
      int each = forks.size() / run.arms().size();
      return new NextAction(
          "Measure more forks, which decide it.",
          next.again(
              Set.of("--forks", "--name"),
              "--forks",
              Integer.toString(Math.clamp(2L * each, FEWEST_FORKS, MOST_FORKS))));
    }
    if (byJdk.size() > 1 || run.varyingParams().contains(Arm.CLASS)) {
      return NextAction.page(next);
    }
    int last = byJdk.getFirst().getLast();
    Set<String> without = new HashSet<>(OF_ONE_RUN);
    without.add("--param");
    without.add("--batch");
    List<String> added = new ArrayList<>();
    run.arms()
        .get(last)
        .params()
        .forEach((name, value) ->
            added.addAll(
                name.equals(Arm.OPERATIONS)
                    ? List.of("--batch", value)
                    : List.of("--param", name + "=" + value)));
    Long p99 = run.loads().size() == 1 ? p99(last) : null;
    added.addAll(List.of("--find-rate", "p99<" + (p99 == null ? "1ms" : limit(p99))));
    List<String> command = next.again(without, added.toArray(String[]::new));
    return command.isEmpty() ? NextAction.page(next) : new NextAction(SEARCH, command);
  }

  private @Nullable Long p99(int arm) {
    Map<String, Spread> response = run.spreads(arm, 0, SummaryKey.RESPONSE);
    Spread spread = response.get(PRIMARY);
    return spread == null ? null : spread.median();
  }

  private String longer() {
    long seconds = Math.max(1, Math.round(run.load().durationNs() / SECOND_NS));
    return Math.min(LONGEST_S, 10 * seconds) + "s";
  }

  /** The least of 1, 2, 5, 10, ... that is at least twice as long. */
  private static String limit(long ns) {
    double wanted = 2.0 * Math.max(1_000, ns);
    double unit = Math.pow(10, Math.floor(Math.log10(wanted)));
    double digit = wanted / unit;
    long rounded = Math.round((digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * unit);
    return rounded % 1_000_000 == 0 ? rounded / 1_000_000 + "ms" : rounded / 1_000 + "us";
  }
}
