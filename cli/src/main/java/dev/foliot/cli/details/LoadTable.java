package dev.foliot.cli.details;

import dev.foliot.cli.screen.TextTable;
import dev.foliot.judgement.ServerText;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.load.WatchedServer;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.load.RequestKind;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.load.SlowRequest;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything about a load test, as tables. */
public final class LoadTable {
  private static final int LONGEST = 60;
  private static final int LONGEST_COMMAND = 200;
  private static final int LONGEST_LINE = 600;
  private static final int WIDTH = 120;
  private static final double MS_PER_S = 1e3;

  private final PrintStream out;
  private final LoadTestResult result;

  /** Prints to a stream. */
  public LoadTable(PrintStream out, LoadTestResult result) {
    this.out = out;
    this.result = result;
  }

  /** Prints it. */
  public void print() {
    out.println(LoadAnswer.of(result, NextCommands.after(result.run().commandLine())).sentence());
    for (int i = 0; i < Math.min(result.forks().size(), result.requests().size()); i++) {
      ForkRecord fork = result.forks().get(i);
      phase(fork, result.requests().get(i));
      WatchedServer server = result.servers().get(fork.place().fork());
      if (server != null) {
        server(fork, server);
      }
    }
    result
        .explanation()
        .flatMap(ExplanationAnswer::line)
        .ifPresent(line -> out.println("slow: " + line));
    result
        .explanation()
        .flatMap(ExplanationAnswer::likely)
        .ifPresent(line -> out.println("likely: " + line));
    out.println();
    out.println("validity: " + result.run().validity().verdict());
    result
        .run()
        .validity()
        .reasons()
        .forEach(reason -> out.println("  " + Shown.text(reason, 300)));
    out.println("run: " + result.folder());
  }

  private void phase(ForkRecord fork, RequestsRecord requests) {
    LoadRecord load = result.run().loads().get(fork.loadIndex());
    out.println();
    out.println(
        "phase "
            + fork.place().fork()
            + " ("
            + Shown.text(requests.phase(), LONGEST)
            + "): "
            + load.rateText()
            + " "
            + Shown.text(load.arrivals(), LONGEST)
            + " for "
            + Numbers.shortDuration((double) load.durationNs())
            + ", "
            + fork.validity().verdict());
    fork.validity().reasons().forEach(reason -> out.println("  " + Shown.text(reason, 300)));
    out.println(
        "  "
            + Numbers.count(fork.messages().scheduled())
            + " due, "
            + Numbers.count(fork.messages().started())
            + " sent, "
            + Numbers.count(requests.ended() - requests.failed())
            + " answered as expected ("
            + Numbers.rate(fork.messages().achievedPerS())
            + "), "
            + Numbers.count(requests.failed())
            + " failed, "
            + Numbers.count(fork.messages().unstarted())
            + " not sent"
            + (requests.waits().warmUpCancelled() == 0
                ? ""
                : "; "
                    + Numbers.count(requests.waits().warmUpCancelled())
                    + " of the warm-up were cancelled at its end"));
    requests
        .waits()
        .silences()
        .forEach(one ->
            out.println(
                "  no answer from "
                    + Numbers.fixed(one.startMs() / MS_PER_S, 1)
                    + " to "
                    + Numbers.fixed(one.endMs() / MS_PER_S, 1)
                    + " s: "
                    + Numbers.count(one.waited(), "request")
                    + " waited"));
    requests
        .errors()
        .forEach((kind, count) ->
            out.println("    " + Shown.text(kind, LONGEST) + ": " + Numbers.count(count)));
    out.println(
        "  "
            + requests.protocol()
            + " to "
            + Shown.text(requests.address(), LONGEST)
            + ", "
            + requests.generator().connectedAtStart()
            + " of "
            + requests.generator().connections()
            + " connections open at the start, "
            + Numbers.count(requests.generator().loops(), "event loop")
            + " ("
            + requests.generator().transport()
            + ")"
            + (requests.loopCpuShare() == null
                ? ""
                : ", the busiest " + Numbers.percent(requests.loopCpuShare()) + " of a CPU"));
    table(fork).lines(WIDTH).forEach(line -> out.println("  " + line));
    if (requests.requests().size() > 1) {
      kinds(requests).lines(WIDTH).forEach(line -> out.println("  " + line));
    }
    if (requests.slowest().stream().anyMatch(one -> one.traceId() != null)) {
      slowest(requests).lines(WIDTH).forEach(line -> out.println("  " + line));
    }
    RequestWaits.InServer log = requests.waits().inServer();
    if (log != null) {
      inServer(log);
    }
  }

  private void inServer(RequestWaits.InServer log) {
    Long errorNs = log.errorNs();
    double outsideNs = log.serviceNs() - log.serverNs();
    String within = errorNs == null ? "" : ", within " + Numbers.duration((double) errorNs);
    String outside =
        errorNs != null && outsideNs <= errorNs
            ? "their time outside the server is less than the log tells" + within
            : Numbers.percent(log.outside())
                + " of their service time was outside the server ("
                + Numbers.duration(outsideNs)
                + " of "
                + Numbers.duration(log.serviceNs())
                + within
                + ")";
    out.println(
        "  the server's log has "
            + Numbers.count(log.found())
            + " of the "
            + Numbers.count(log.requests(), "slowest request")
            + (log.found() == 0
                ? ""
                : ": " + outside + "; usual in it " + Numbers.duration((double) log.usualNs())));
  }

  /** The server as a process. */
  private void server(ForkRecord fork, WatchedServer watched) {
    ServerRecord server = watched.record();
    String jvm = server.process().jvm();
    out.println(
        "  server: process "
            + server.process().pid()
            + (jvm == null ? "" : ", " + Shown.text(jvm, LONGEST))
            + (server.process().command().isEmpty()
                ? ""
                : ", started by "
                    + Shown.text(String.join(" ", server.process().command()), LONGEST_COMMAND)));
    line(ServerText.use(List.of(fork), List.of(server)));
    StudyWatch watch = server.watch();
    if (watch != null) {
      line(
          Numbers.digits(watch.cpu().cpuUserCores())
              + " CPUs in user mode, "
              + Numbers.digits(watch.cpu().cpuSystemCores())
              + " in the kernel; "
              + Numbers.rate(watch.cpu().voluntarySwitchesPerS())
              + " voluntary and "
              + Numbers.rate(watch.cpu().involuntarySwitchesPerS())
              + " involuntary context switches; at most "
              + Numbers.count(watch.threads().peakThreads(), "thread"));
    }
    line(ServerText.pauses(List.of(watched.timeline())));
    if (server.throttledNs() != null) {
      line("throttled for " + Numbers.duration(server.throttledNs()) + ", summed over CPUs");
    }
    server.unavailable().forEach(why -> line("not seen: " + why));
    if (server.end() != null) {
      line(ServerText.end(server));
    }
  }

  private void line(String text) {
    if (!text.isEmpty()) {
      out.println("    " + Shown.text(text, LONGEST_LINE));
    }
  }

  private static TextTable table(ForkRecord fork) {
    List<String> heads = new ArrayList<>(List.of("", "count", "mean"));
    Percentiles.NAMES.forEach(name -> heads.add(Numbers.percentileName(name)));
    heads.add("max");
    TextTable table = new TextTable(heads);
    Map<String, Percentiles> rows = new LinkedHashMap<>();
    rows.put("response", fork.times().response());
    rows.put("service", fork.times().service());
    fork.times().probes().forEach((name, figures) -> rows.put("  " + name, figures));
    rows.put("wait", fork.times().lag());
    rows.put("  for a connection", fork.times().backlog());
    rows.put("  generator late", fork.times().lateness());
    rows.forEach((name, figures) -> {
      List<String> row = new ArrayList<>(List.of(name, Numbers.count(figures.count())));
      Double mean = figures.mean();
      row.add(mean == null ? "-" : Numbers.duration(mean));
      Percentiles.NAMES.forEach(one -> row.add(Numbers.durationOrNone(figures.value(one))));
      row.add(Numbers.durationOrNone(figures.max()));
      table.row(row);
    });
    return table;
  }

  private static TextTable slowest(RequestsRecord requests) {
    TextTable table =
        new TextTable("<slowest", "due", "response", "service", "in server", "<trace id");
    for (SlowRequest one : requests.slowest()) {
      table.row(
          List.of(
              Shown.text(one.request(), LONGEST),
              Numbers.moment(one.dueMs() / MS_PER_S),
              Numbers.duration(one.responseNs()),
              Numbers.duration(one.serviceNs()),
              Numbers.durationOrNone(one.serverNs()),
              String.valueOf(one.traceId())));
    }
    return table;
  }

  private static TextTable kinds(RequestsRecord requests) {
    TextTable table = new TextTable("<request", "count", "failed", "p50", "p99", "max");
    for (RequestKind kind : requests.requests()) {
      table.row(
          List.of(
              Shown.text(kind.name(), LONGEST),
              Numbers.count(kind.requests()),
              Numbers.count(kind.errors().values().stream().mapToLong(Long::longValue).sum()),
              Numbers.durationOrNone(kind.response().p50()),
              Numbers.durationOrNone(kind.response().p99()),
              Numbers.durationOrNone(kind.response().max())));
    }
    return table;
  }
}
