package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A fleet in a few lines: the performance groups, what explains them, what to do. */
public final class FleetBrief {
  private static final int MOST_NAMES = 5;
  private static final int MOST_EXPLANATIONS = 3;

  private final Brief brief;
  private final FleetRecord fleet;
  private final FleetAnswer answer;
  private final NextCommands next;

  /** Prints a fleet and its answer with such a brief. */
  public FleetBrief(Brief brief, FleetRecord fleet, FleetAnswer answer, NextCommands next) {
    this.brief = brief;
    this.fleet = fleet;
    this.answer = answer;
    this.next = next;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where there is none
   * @param isStored whether there is a run to report
   */
  public void print(@Nullable Path page, boolean isStored) {
    brief.answer(answer.sentence(), 6);
    TextTable table =
        new TextTable(
            "group",
            "nodes",
            "share",
            "95 % interval",
            Words.shown(fleet.metric()),
            "<also differs");
    for (FleetBand band : fleet.bands()) {
      table.row(
          Integer.toString(band.band()),
          Numbers.count(band.nodes()),
          Numbers.percent(band.share(), 1),
          Numbers.percentRange(band.shareLow(), band.shareHigh()),
          Numbers.significant(band.center(), 3),
          differs(band.band()));
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
    brief.line("confidence", confidence());
    brief.line("outliers", quoted(fleet.groups().places().outliers()));
    brief.line("too little", names(fleet.data().nodesWithout()));
    brief.line("do", Words.shown(answer.next().purpose()), 3);
    String label = "counters";
    for (String line : answer.mechanism()) {
      brief.line(label, line, 1);
      label = "";
    }
    if (isStored) {
      brief.page(page, next.of("report", "@1"));
    }
    brief.next(answer.next().command());
  }

  private String differs(int band) {
    FleetExplanations all = fleet.groups().explanations();
    String some =
        Stream.concat(all.explainedBy().stream(), all.goesWith().stream())
            .filter(one -> one.band() == band)
            .limit(MOST_EXPLANATIONS)
            .map(FleetBrief::explanation)
            .collect(Collectors.joining(", "));
    return some.isEmpty() ? "-" : some;
  }

  private static String explanation(FleetExplanation one) {
    return one.tellsLabel()
        ? Words.shown(one.label()) + "=" + Words.shown(one.value())
        : Words.shown(one.label()) + " " + Words.shown(one.value());
  }

  private String confidence() {
    return Numbers.percent(fleet.finding().confidence(), 0)
        + "; "
        + Numbers.count(fleet.finding().nodes(), "node")
        + ", "
        + Numbers.count(fleet.data().period().windows(), "window")
        + ", "
        + Numbers.count(fleet.data().points().rows(), "row")
        + "; "
        + answer.load();
  }

  /** A node may be called {@code 0}, which is no count. */
  private static String quoted(List<String> names) {
    return names(names.stream().map(name -> "'" + name + "'").toList());
  }

  private static String names(List<String> names) {
    int left = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).map(Words::shown).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }
}
