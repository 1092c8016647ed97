package dev.foliot.report.bench;

import dev.foliot.judgement.ServerText;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.ForkRecord.Stall;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.explain.Stop;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The slowest message of each episode, with where its time went: the response time split into
 * lateness, backlog and service, and the service time by the probes.
 */
final class SlowestTable {
  private static final int MOST_ROWS = 15;
  private static final int MOST_PROBES = 6;

  private final RunView run;
  private final List<Slow> rows;
  private final List<String> probes;
  private final boolean nested;

  private record Slow(ForkView fork, SlowEpisode episode, SlowestMessage message) {}

  SlowestTable(RunView run) {
    this.run = run;
    this.rows =
        run.forks().stream()
            .flatMap(f ->
                SlowEpisode.greatest(f, MOST_ROWS).stream()
                    .map(episode -> new Slow(f, episode, episode.slowest())))
            .sorted(Comparator.comparingLong((Slow slow) -> -slow.message.times().responseNs()))
            .limit(MOST_ROWS)
            .toList();
    this.probes =
        rows.stream()
            .flatMap(slow -> slow.message.probesNs().keySet().stream())
            .distinct()
            .limit(MOST_PROBES)
            .toList();
    this.nested =
        rows.stream().anyMatch(slow -> sum(slow.message) > slow.message.times().serviceNs());
  }

  private static long sum(SlowestMessage message) {
    return message.probesNs().values().stream().mapToLong(ns -> ns).sum();
  }

  List<Block> blocks() {
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Block.Chips("", legend()),
        table().table(run.key() + "-slowest", "The slowest messages", claim(), "bars"));
  }

  private String claim() {
    String split =
        isLoadTest()
            ? ""
            : probes.isEmpty()
                ? "No probe recorded anything of them. "
                : nested
                    ? "Probes within the service time overlap here, so each has a lane of its own;"
                        + " where in the service time it began is not recorded. "
                    : "Probes are laid end to end within the service time; what none of them covers"
                        + " is left open. ";
    return "The slowest message of each episode. The first bar is its response time, on one scale"
        + " for all; the second is its service time alone. "
        + split
        + "A message with much backlog waits for the messages before it."
        + (isLoadTest()
            ? isWatched()
                ? " Stalls are pauses of the server, between the message's intended start and its"
                    + " end."
                : ""
            : " Stalls are of the whole JVM, between the message's intended start and its end.");
  }

  private boolean isLoadTest() {
    return run.run().command().equals("load");
  }

  /** Whether stalls were looked for. */
  private boolean isWatched() {
    return !isLoadTest() || run.forks().stream().anyMatch(fork -> fork.server().isPresent());
  }

  private List<Block.Chip> legend() {
    List<Block.Chip> legend = new ArrayList<>();
    legend.add(new Block.Chip("", "lateness", "c3"));
    legend.add(new Block.Chip("", "backlog", "c1"));
    legend.add(new Block.Chip("", "service", "c0"));
    for (int i = 0; i < probes.size(); i++) {
      legend.add(new Block.Chip("", "probe " + Foreign.text(probes.get(i), 40), "p" + i));
    }
    return legend;
  }

  private Rows table() {
    Rows table =
        new Rows()
            .texts("message")
            .column(Cell.text("response = lateness + backlog + service", "bar"))
            .numbers("response", "service");
    if (isWatched()) {
      table.numbers("stalls in it");
    }
    if (!probes.isEmpty()) {
      table.column(Cell.text("service, by its probes", "bar wide"));
    }
    probes.forEach(probe -> table.column(Cell.text(Foreign.text(probe, 40), "n wide")));
    rows.forEach(slow -> table.row(row(slow)));
    return table;
  }

  private List<Cell> row(Slow slow) {
    SlowestMessage message = slow.message;
    int others = slow.episode.messages().size() - 1;
    String small =
        "at %s%s"
            .formatted(
                Units.seconds(message.times().intendedNs() / 1e9),
                others == 0 ? "" : ", with " + Units.count(others, "other"));
    String name = slow.fork.name() + ", no. " + Units.count(message.index());
    List<Cell> row = new ArrayList<>();
    row.add(Cell.text(name, small, null));
    row.add(Cell.picture(responseBar(message), "bar"));
    row.add(Cell.ns(message.times().responseNs()));
    row.add(Cell.ns(message.times().serviceNs()));
    if (isWatched()) {
      row.add(Cell.ns(stalledNs(slow)));
    }
    if (!probes.isEmpty()) {
      row.add(Cell.picture(serviceBar(message), "bar wide"));
    }
    for (String probe : probes) {
      row.add(Cell.ns(message.probesNs().get(probe)).with("n wide"));
    }
    return row;
  }

  /** For how long the whole JVM stalled between the intended start and the end. */
  private static long stalledNs(Slow slow) {
    long sum = 0;
    if (slow.fork.server().isPresent()) {
      for (Stop stop : ServerText.pausesOf(slow.fork.timeline())) {
        sum += stop.within(slow.message.times().intendedNs(), slow.message.times().endNs());
      }
    }
    for (Stall stall : slow.fork.record().pauses().stalls()) {
      long from = Math.max(stall.startNs(), slow.message.times().intendedNs());
      long to = Math.min(stall.startNs() + stall.lengthNs(), slow.message.times().endNs());
      sum += Math.max(0, to - from);
    }
    return sum;
  }

  private Content responseBar(SlowestMessage message) {
    double longest = (double) Math.max(1, rows.getFirst().message.times().responseNs());
    Svg svg = Svg.picture("bar", 16, "lateness, backlog and service of the message");
    double at = 0;
    at = part(svg, "f3", "lateness", message.times().latenessNs(), at, longest, 2, 12);
    at = part(svg, "f1", "backlog", message.times().backlogNs(), at, longest, 2, 12);
    part(svg, "f0", "service", message.times().serviceNs(), at, longest, 2, 12);
    return svg.end();
  }

  private Content serviceBar(SlowestMessage message) {
    double whole = (double) Math.max(1, message.times().serviceNs());
    Svg svg = Svg.picture("bar", 16, "service time of the message by its probes");
    svg.rect("rest", 0, 2, 1, 12);
    double at = 0;
    double lane = 12.0 / Math.max(1, probes.size());
    for (int i = 0; i < probes.size(); i++) {
      Map<String, Long> recorded = message.probesNs();
      Long ns = recorded.get(probes.get(i));
      if (ns == null) {
        continue;
      }
      String name = "probe " + Foreign.text(probes.get(i), 40);
      double top = nested ? 2 + lane * i : 2;
      at = part(svg, "q" + i, name, ns, nested ? 0 : at, whole, top, nested ? lane : 12);
    }
    return svg.end();
  }

  private static double part(
      Svg svg,
      String css,
      String name,
      long ns,
      double at,
      double whole,
      double top,
      double height) {
    double width = Math.min(1 - at, (double) Math.max(0, ns) / whole);
    if (width > 0) {
      svg.rect(css, at, top, width, height, name + " " + Units.duration(ns));
    }
    return at + width;
  }
}
