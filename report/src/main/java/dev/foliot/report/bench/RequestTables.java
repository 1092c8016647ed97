package dev.foliot.report.bench;

import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.load.RequestKind;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.store.load.SlowRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The requests of a load test in numbers, and what had to hold. */
final class RequestTables {
  private static final double MS_PER_S = 1e3;
  private static final int MOST_KINDS = 50;
  private static final int MOST_ERRORS = 6;

  private final RunView run;

  RequestTables(RunView run) {
    this.run = run;
  }

  /** What had to hold, the missed limits first; none where nothing had to. */
  List<Block> limits() {
    if (run.judged().isEmpty()) {
      return List.of();
    }
    Rows rows = new Rows().texts("limit", "outcome", "found");
    for (LoadAssertion.Judged one : run.judged()) {
      rows.row(
          Cell.text(Foreign.text(one.limit(), Foreign.NAME)),
          Cell.text(
              switch (one.outcome()) {
                case HELD -> "held";
                case MISSED -> "missed";
                case UNDECIDED -> "undecided";
              }),
          Cell.text(Foreign.sentence(one.text())));
    }
    return List.of(rows.table(run.key() + "-limits", "Limits", "", ""));
  }

  /** Statuses, bytes and failures of each kind of request; none of a bench. */
  List<Block> blocks() {
    Rows rows =
        new Rows()
            .texts("phase", "request")
            .numbers("requests", "as expected", "failed", "bytes", "p50", "p99", "max")
            .texts("failures by kind");
    Rows slowest =
        new Rows()
            .texts("phase", "request")
            .numbers("due", "response", "service", "in server")
            .texts("trace id");
    Rows silences = new Rows().texts("phase", "no answer").numbers("length", "waited");
    for (ForkView fork : run.forks()) {
      fork.requests()
          .ifPresent(requests -> {
            requests.requests().stream()
                .limit(MOST_KINDS)
                .forEach(kind -> rows.row(row(fork, requests, kind)));
            requests.waits().silences().forEach(one -> silences.row(silence(fork, one)));
            requests.slowest().stream()
                .filter(one -> one.traceId() != null)
                .forEach(one -> slowest.row(slow(fork, one)));
          });
    }
    List<Block> blocks = new ArrayList<>();
    if (!rows.isEmpty()) {
      blocks.add(
          rows.table(
              run.key() + "-requests",
              "Requests",
              "Bytes are those of the bodies of expected answers. A status that was not expected is"
                  + " a failure.",
              "wide-table"));
    }
    if (!slowest.isEmpty()) {
      blocks.add(
          slowest.table(
              run.key() + "-traces",
              "The slowest requests and their traces",
              "Due counts from the start of the phase. The trace id is in the header traceparent."
                  + " In server is by the server's access log, where it was given.",
              ""));
    }
    if (!silences.isEmpty()) {
      blocks.add(
          silences.table(
              run.key() + "-silences",
              "Times without any answer",
              "At most the ten longest of a phase.",
              ""));
    }
    return blocks;
  }

  private static List<Cell> row(ForkView fork, RequestsRecord requests, RequestKind kind) {
    long failed = kind.errors().values().stream().mapToLong(Long::longValue).sum();
    return List.of(
        Cell.text(fork.name(), Foreign.text(requests.phase(), Foreign.NAME), null),
        Cell.text(Foreign.text(kind.name(), Foreign.NAME)),
        Cell.number(Units.count(kind.requests())),
        Cell.number(Units.count(kind.requests() - failed)),
        Cell.number(Units.count(failed)),
        Cell.bytes(kind.bytes()),
        Cell.ns(kind.response().p50()),
        Cell.ns(kind.response().p99()),
        Cell.ns(kind.response().max()),
        Cell.text(errors(kind.errors())));
  }

  private static String errors(Map<String, Long> errors) {
    List<String> all = new ArrayList<>();
    errors.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_ERRORS)
        .forEach(one ->
            all.add(Foreign.text(one.getKey(), Foreign.NAME) + " " + Units.count(one.getValue())));
    return all.isEmpty() ? "none" : String.join(", ", all);
  }

  private static List<Cell> slow(ForkView fork, SlowRequest one) {
    return List.of(
        Cell.text(fork.name()),
        Cell.text(Foreign.text(one.request(), Foreign.NAME)),
        Cell.text(Units.seconds(one.dueMs() / MS_PER_S)),
        Cell.ns(one.responseNs()),
        Cell.ns(one.serviceNs()),
        Cell.ns(one.serverNs()),
        Cell.text(Foreign.text(String.valueOf(one.traceId()), Foreign.NAME)));
  }

  private static List<Cell> silence(ForkView fork, RequestWaits.Silence one) {
    return List.of(
        Cell.text(fork.name()),
        Cell.text(
            "from "
                + Units.seconds(one.startMs() / MS_PER_S)
                + " to "
                + Units.seconds(one.endMs() / MS_PER_S)),
        Cell.ns(Math.round(one.lengthMs() * 1e6)),
        Cell.number(Units.count(one.waited())));
  }
}
