package dev.foliot.report.bench;

import dev.foliot.judgement.ServerText;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudyWatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The server of a load test as a process. */
final class ServerTable {
  private static final int MOST_PAUSES = 15;

  private final RunView run;

  private record Paused(ForkView fork, Stop pause) {}

  ServerTable(RunView run) {
    this.run = run;
  }

  /** The tables; none where no server was watched. */
  List<Block> blocks() {
    List<ForkView> watched =
        run.forks().stream().filter(fork -> fork.server().isPresent()).toList();
    if (watched.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(use(watched));
    longest(watched).ifPresent(blocks::add);
    return blocks;
  }

  private Block use(List<ForkView> watched) {
    Rows rows =
        new Rows()
            .texts("phase")
            .numbers(
                "rate",
                "CPUs",
                "CPU per request",
                "wait for a CPU per request",
                "memory",
                "threads",
                "GC pauses",
                "other pauses",
                "throttled")
            .texts("remarks");
    watched.forEach(fork -> rows.row(use(fork, fork.server().orElseThrow())));
    return rows.table(
        run.key() + "-server",
        "The server as a process",
        "Watched from outside. Waits are summed over the server's threads.",
        "wide-table");
  }

  private static List<Cell> use(ForkView fork, ServerRecord server) {
    StudyWatch watch = server.watch();
    String jvm = server.process().jvm();
    List<String> notes = new ArrayList<>();
    if (server.end() != null) {
      notes.add(Foreign.sentence(ServerText.end(server)));
    }
    server.unavailable().forEach(why -> notes.add(Foreign.sentence("not seen: " + why)));
    Double cpus = server.cpus();
    return List.of(
        Cell.text(
            fork.name(),
            "process "
                + server.process().pid()
                + (jvm == null ? "" : ", " + Foreign.text(jvm, Foreign.NAME)),
            null),
        Cell.number(Units.rate(fork.record().messages().achievedPerS())),
        Cell.number(
            cpus == null ? Units.NONE : Units.number(Math.rint(cpus * 100) / 100),
            server.process().cpus() == 0 ? null : "of " + server.process().cpus()),
        ns(ServerText.cpuPerRequestNs(fork.record(), server)),
        ns(ServerText.waitPerRequestNs(fork.record(), server)),
        Cell.bytes(watch == null ? null : (Long) watch.rss().peakRssBytes()),
        Cell.number(watch == null ? Units.NONE : Units.count(watch.threads().peakThreads())),
        pauses(fork, kind -> kind == StopKind.GC_PAUSE),
        pauses(fork, kind -> kind != StopKind.GC_PAUSE && kind != StopKind.THROTTLING),
        Cell.ns(server.throttledNs()),
        Cell.text(notes.isEmpty() ? Units.NONE : String.join("; ", notes)));
  }

  private static Cell ns(@Nullable Double ns) {
    return Cell.ns(ns == null ? null : (Long) Math.round(ns));
  }

  private static Cell pauses(ForkView fork, Predicate<StopKind> isOf) {
    List<Stop> all =
        ServerText.pausesOf(fork.timeline()).stream()
            .filter(stop -> isOf.test(stop.kind()))
            .toList();
    long mostNs = all.stream().mapToLong(Stop::lengthNs).max().orElse(0);
    return Cell.number(
        Units.count(all.size()), all.isEmpty() ? null : "at most " + Units.duration(mostNs));
  }

  /** The longest pauses. */
  private Optional<Block> longest(List<ForkView> watched) {
    Rows rows = new Rows().texts("pause", "kind").numbers("length", "ends at the latest at");
    watched.stream()
        .flatMap(fork ->
            ServerText.pausesOf(fork.timeline()).stream().map(pause -> new Paused(fork, pause)))
        .sorted(Comparator.comparingLong((Paused one) -> -one.pause().lengthNs()))
        .limit(MOST_PAUSES)
        .forEach(one ->
            rows.row(
                Cell.text(one.fork().name()),
                Cell.text(one.pause().kind().code()),
                Cell.ns(one.pause().lengthNs()),
                Cell.number(Units.seconds(one.pause().endNs() / 1e9))));
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            rows.table(
                run.key() + "-pauses",
                "The longest pauses of the server",
                "Pauses below 1 ms are left out.",
                ""));
  }
}
