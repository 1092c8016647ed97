package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.judgement.RateKnee;
import dev.foliot.judgement.ServerText;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.load.WatchedServer;
import dev.foliot.judgement.search.TriedRate;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.load.RequestKind;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A load test in a few lines: the answer, one table, what limits it, what to do next. */
public final class LoadBrief {
  private static final String MAX = "max";
  private static final List<String> NAMES = Percentiles.names(List.of("p95"));
  private static final int MOST_REQUESTS = 5;
  private static final int MOST_LIMITS = 8;
  private static final int LONGEST_CELL = 30;
  private static final int LONGEST_ARRIVALS = 90;
  private final Brief brief;
  private final LoadTestResult result;
  private final List<ComparisonRecord> compared;
  private final NextCommands next;

  /** Prints a result with such a brief. */
  public LoadBrief(
      Brief brief, LoadTestResult result, List<ComparisonRecord> compared, NextCommands next) {
    this.brief = brief;
    this.result = result;
    this.compared = List.copyOf(compared);
    this.next = next;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where it could not be written
   */
  public void print(@Nullable Path page) {
    LoadAnswer answer = LoadAnswer.of(result, next);
    brief.answer(answer.sentence(), 3);
    compared.forEach(comparison -> brief.also(ComparisonAnswer.of(comparison).sentence(), 2));
    List<LoadAssertion.Judged> judged = result.judged();
    judged.stream()
        .limit(MOST_LIMITS)
        .forEach(one ->
            brief.also(
                switch (one.outcome()) {
                      case HELD -> "held: ";
                      case MISSED -> "missed: ";
                      case UNDECIDED -> "undecided: ";
                    }
                    + one.text(),
                1));
    if (judged.size() > MOST_LIMITS) {
      brief.also(
          Numbers.count(judged.size() - MOST_LIMITS, "more limit") + ": see the page or --json", 1);
    }
    brief.table(
        result.run().rateSearch() != null
            ? tried(result.run().rateSearch())
            : result.run().loads().size() == 1 ? times() : steps());
    server();
    watched();
    result
        .explanation()
        .flatMap(ExplanationAnswer::line)
        .ifPresent(line -> brief.line("slow", line));
    result
        .explanation()
        .flatMap(ExplanationAnswer::likely)
        .ifPresent(line -> brief.line("likely", line, 2));
    brief.validity(phases(), result.run().loads().size() == 1 ? "round" : "phase");
    brief.page(page, next.of("report", "@1"));
    brief.next(answer.next().command());
  }

  private Map<String, Validity> phases() {
    Map<String, Validity> phases = new LinkedHashMap<>();
    for (ForkRecord fork : result.forks()) {
      LoadRecord load = result.run().loads().get(fork.loadIndex());
      phases.put(
          result.run().loads().size() == 1
              ? "round " + fork.place().fork()
              : "phase " + fork.place().fork() + " at " + load.rateText(),
          fork.validity());
    }
    return phases;
  }

  private TextTable tried(RateSearch search) {
    TextTable table =
        new TextTable(
            "asked",
            "held",
            "broke",
            "inconclusive",
            "median " + Numbers.percentileName(search.percentile()));
    for (TriedRate tried : TriedRate.of(result.run(), result.forks())) {
      Double median = tried.medianNs();
      table.row(
          List.of(
              Numbers.rate(tried.load().ratePerS()),
              Integer.toString(tried.held()),
              Integer.toString(tried.broke()),
              Integer.toString(tried.silent()),
              median == null ? "-" : Numbers.duration(median)));
    }
    return table;
  }

  /** One load: response and service time, and the parts of the latter. */
  private TextTable times() {
    List<String> heads = new ArrayList<>(List.of(""));
    NAMES.forEach(one -> heads.add(Numbers.percentileName(one)));
    heads.add(MAX);
    TextTable table = new TextTable(heads);
    result
        .run()
        .summary()
        .forEach((key, spreads) -> {
          String name = name(key.kind());
          Spread max = spreads.get(MAX);
          if (name != null && max != null && max.max() != null) {
            List<String> row = new ArrayList<>(List.of(name));
            NAMES.forEach(one -> row.add(median(spreads.get(one))));
            row.add(Numbers.durationOrNone(max.max()));
            table.row(row);
          }
        });
    return table;
  }

  private static @Nullable String name(String kind) {
    String probe = SummaryKey.probeOf(kind);
    return probe != null
        ? "  " + probe
        : switch (kind) {
          case SummaryKey.RESPONSE, SummaryKey.SERVICE -> kind;
          case "lag" -> "wait";
          default -> null;
        };
  }

  private static String median(@Nullable Spread spread) {
    return Numbers.durationOrNone(spread == null ? null : spread.median());
  }

  private TextTable steps() {
    TextTable table =
        new TextTable("asked", "done", "failed", "p50", "p90", "p99", "p99.9", MAX, "<");
    List<LoadRecord> loads = result.run().loads();
    for (int load = 0; load < loads.size(); load++) {
      List<ForkRecord> forks = result.forksOf(load);
      if (forks.isEmpty()) {
        table.row(
            List.of(loads.get(load).rateText(), "-", "-", "-", "-", "-", "-", "-", "not played"));
        continue;
      }
      Map<String, Spread> response = result.run().spreads(0, load, SummaryKey.RESPONSE);
      List<String> row = new ArrayList<>();
      row.add(loads.get(load).rateText());
      row.add(
          Numbers.rate(
              Median.of(forks.stream().map(fork -> fork.messages().achievedPerS()).toList())));
      row.add(share(result.failedShare(load)));
      for (String name : List.of("p50", "p90", "p99", "p99_9")) {
        row.add(median(response.get(name)));
      }
      Spread max = response.get(MAX);
      row.add(Numbers.durationOrNone(max == null ? null : max.max()));
      row.add(note(loads.get(load), forks));
      table.row(row);
    }
    return table;
  }

  private static String note(LoadRecord load, List<ForkRecord> forks) {
    if (RateKnee.areSaturated(load, forks)) {
      return "SATURATED";
    }
    Verdict worst = Validity.worst(forks.stream().map(ForkRecord::validity).toList()).verdict();
    return worst == Verdict.VALID ? "" : worst.toString();
  }

  private static String share(double share) {
    return share == 0 ? "0" : Numbers.percent(share, share < 0.01 ? 2 : 0);
  }

  private void server() {
    if (result.requests().isEmpty()) {
      return;
    }
    RequestsRecord first = result.requests().getFirst();
    Double busiest =
        result.requests().stream()
            .map(RequestsRecord::loopCpuShare)
            .filter(Objects::nonNull)
            .max(Double::compare)
            .orElse(null);
    brief.line(
        "load",
        first.protocol()
            + " to "
            + Shown.text(first.address(), LONGEST_CELL)
            + " over "
            + Numbers.count(first.generator().connections(), "connection")
            + (busiest == null
                ? ""
                : "; generator at most " + Numbers.percent(busiest) + " of a CPU"));
    LoadRecord load = result.run().loads().getLast();
    if (load.isClosed()) {
      brief.line("", Shown.text(load.arrivals(), LONGEST_ARRIVALS), 1);
    }
    if (first.requests().size() > 1) {
      first.requests().stream().limit(MOST_REQUESTS).forEach(kind -> brief.line("", kind(kind), 1));
    }
  }

  /** The server as a process under the last load. */
  private void watched() {
    int load = result.run().loads().size() - 1;
    while (load > 0 && result.serversOf(load).isEmpty()) {
      load--;
    }
    List<WatchedServer> all = result.serversOf(load);
    if (all.isEmpty()) {
      return;
    }
    List<ServerRecord> records = all.stream().map(WatchedServer::record).toList();
    String at =
        result.run().loads().size() == 1
            ? ""
            : "at " + result.run().loads().get(load).rateText() + ": ";
    brief.line("server", at + ServerText.use(result.forksOf(load), records));
    brief.line("pauses", ServerText.pauses(all.stream().map(WatchedServer::timeline).toList()));
    records.stream()
        .flatMap(one -> one.unavailable().stream())
        .distinct()
        .forEach(why -> brief.line("not seen", why));
  }

  private static String kind(RequestKind kind) {
    return Shown.text(kind.name(), LONGEST_CELL)
        + ": "
        + Numbers.count(kind.requests(), "request")
        + ", p99 "
        + Numbers.durationOrNone(kind.response().p99());
  }
}
