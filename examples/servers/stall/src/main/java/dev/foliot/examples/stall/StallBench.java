package dev.foliot.examples.stall;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Plays a stall of the warehouse on one server with several kinds of threads, each in a JVM of its
 * own, and prints a table for each path. Arguments: {@code NAME PROGRAM PLAYS full|short}, where
 * PLAYS is {@code /PATH:THREADING,… /PATH:…}. Exits with 1 where a request was not answered.
 */
public final class StallBench {
  private static final int ORDERS_PER_S = 200;
  private static final int PINGS_PER_S = 50;
  private static final Duration ANSWER_TIME = Duration.ofMillis(20);

  private final String name;
  private final String program;
  private final Form form;
  private final PrintStream out;
  private boolean isMissed;

  /**
   * What is played.
   *
   * @param jvm options of the servers' JVMs
   * @param isWhole whether all paths and all threads are played, or the first and the last threads
   *     on the first path
   */
  private record Form(
      int rounds,
      List<String> jvm,
      boolean isWhole,
      long warmUpNs,
      long beforeNs,
      long stallNs,
      long afterNs) {
    private static final long MS = 1_000_000;

    static Form of(String name) {
      return switch (name) {
        case "full" ->
            new Form(3, List.of("-Xmx512m"), true, 3000 * MS, 3000 * MS, 5000 * MS, 3000 * MS);
        case "short" ->
            new Form(
                1,
                List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                false,
                0,
                200 * MS,
                400 * MS,
                200 * MS);
        default -> throw new IllegalArgumentException(name + ": choose full or short");
      };
    }

    /** How long before the stall nothing is reported: the stall catches those requests. */
    long marginNs() {
      return beforeNs / 4;
    }

    List<String> paths(String plays) {
      List<String> all = List.of(plays.split(" "));
      return isWhole ? all : all.subList(0, 1);
    }

    List<Threading> threadings(String names) {
      List<Threading> all = Stream.of(names.split(",")).map(Threading::valueOf).toList();
      return isWhole ? all : List.of(all.getFirst(), all.getLast());
    }
  }

  private StallBench(String name, String program, Form form, PrintStream out) {
    this.name = name;
    this.program = program;
    this.form = form;
    this.out = out;
  }

  /** See the class. */
  public static void main(String[] args) throws IOException {
    StallBench bench = new StallBench(args[0], args[1], Form.of(args[3]), System.out);
    for (String play : bench.form.paths(args[2])) {
      int colon = play.indexOf(':');
      bench.play(play.substring(0, colon), bench.form.threadings(play.substring(colon + 1)));
    }
    System.exit(bench.isMissed ? 1 : 0);
  }

  private void play(String path, List<Threading> threadings) throws IOException {
    List<StallTable.Row> rows = new ArrayList<>();
    Tally tally = new Tally();
    for (int round = 0; round < form.rounds; round++) {
      for (int i = 0; i < threadings.size(); i++) {
        // each begins a round in turn
        Threading threading = threadings.get((round + i) % threadings.size());
        rows.addAll(round(path, threading, tally));
      }
    }
    String title = "%s, %s".formatted(name, path);
    out.printf("%n### %s%n%n%s%n", title, StallTable.of(path, threadings, rows));
    isMissed |= tally.failed > 0;
    out.printf(
        "%s %s: %d of %d requests answered; the client was late by at most %s ms%n",
        tally.failed == 0 ? "met" : "MISSED",
        title,
        tally.sent - tally.failed,
        tally.sent,
        StallTable.number(tally.latestNs / 1e6));
  }

  /** Sums over all rounds. */
  private static final class Tally {
    long sent;
    long failed;
    long latestNs;

    void add(OpenLoop loop, List<OpenLoop.Answer> answers) {
      sent += answers.size();
      failed += answers.stream().filter(answer -> !answer.isOk()).count();
      latestNs = Math.max(latestNs, loop.latestNs());
    }
  }

  private List<StallTable.Row> round(String path, Threading threading, Tally tally)
      throws IOException {
    try (Warehouse warehouse = new Warehouse(ANSWER_TIME);
        ServerProcess server = start(threading, warehouse);
        HttpClient client = HttpClient.newHttpClient()) {
      long beginNs = System.nanoTime();
      long stallNs = beginNs + form.warmUpNs + form.beforeNs;
      long resumeNs = stallNs + form.stallNs;
      long endNs = resumeNs + form.afterNs;
      OpenLoop work = loop(client, server, path, ORDERS_PER_S, beginNs);
      OpenLoop pings = loop(client, server, "/ping", PINGS_PER_S, beginNs);
      sleepUntil(stallNs);
      warehouse.stall();
      sleepUntil(resumeNs);
      warehouse.resume();
      sleepUntil(endNs);
      List<OpenLoop.Answer> answers = work.end();
      List<OpenLoop.Answer> pongs = pings.end();
      tally.add(work, answers);
      tally.add(pings, pongs);
      List<ServerProcess.Look> looks = server.looks();
      List<StallTable.Row> rows = new ArrayList<>();
      for (Phase phase : Phase.values()) {
        long fromNs =
            switch (phase) {
              case BEFORE -> beginNs + form.warmUpNs;
              case STALL -> stallNs;
              case AFTER -> resumeNs;
            };
        long toNs =
            switch (phase) {
              case BEFORE -> stallNs - form.marginNs();
              case STALL -> resumeNs;
              case AFTER -> endNs;
            };
        Figures figures = Figures.of(answers, pongs, looks, fromNs, toNs);
        rows.add(new StallTable.Row(threading, phase, figures));
      }
      write(path, rows);
      return rows;
    }
  }

  private ServerProcess start(Threading threading, Warehouse warehouse) throws IOException {
    return ServerProcess.start(
        form.jvm, program, threading, warehouse.port(), Path.of("servers.log"));
  }

  private static OpenLoop loop(
      HttpClient client, ServerProcess server, String path, int perS, long beginNs) {
    return OpenLoop.start(
        client, URI.create("http://127.0.0.1:" + server.port() + path), perS, beginNs);
  }

  private static void sleepUntil(long ns) {
    for (long leftNs = ns - System.nanoTime(); leftNs > 0; leftNs = ns - System.nanoTime()) {
      LockSupport.parkNanos(leftNs);
    }
  }

  /** Appends each round to a file beside the log of the servers. */
  private void write(String path, List<StallTable.Row> rows) throws IOException {
    List<String> lines = new ArrayList<>();
    for (StallTable.Row row : rows) {
      String cells = Figures.cells(row.figures().all()).replace(" | ", ",");
      lines.add("%s,%s,%s,%s,%s".formatted(name, path, row.threading().name(), row.phase(), cells));
    }
    Files.write(
        Path.of("server-stalls.csv"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
