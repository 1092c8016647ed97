package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
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
  private final NextCommands next;

  /** Prints a fleet with such a brief. */
  public FleetBrief(Brief brief, FleetRecord fleet, NextCommands next) {
    this.brief = brief;
    this.fleet = fleet;
    this.next = next;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where there is none
   * @param isStored whether there is a run to report
   */
  public void print(@Nullable Path page, boolean isStored) {
    brief.answer(fleet.words(), 6);
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
    brief.line("outliers", names(fleet.outliers()));
    brief.line("too little", names(fleet.data().nodesWithout()));
    brief.line("do", fleet.next().isEmpty() ? "" : Words.shown(fleet.next().getFirst()), 3);
    if (isStored) {
      brief.page(page, next.of("report", "@1"));
    }
    brief.next(nextCommand(isStored));
  }

  private String differs(int band) {
    String some =
        Stream.concat(fleet.explainedBy().stream(), fleet.goesWith().stream())
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
    String load = fleet.input().load();
    return Numbers.percent(fleet.confidence(), 0)
        + "; "
        + Numbers.count(fleet.nodes(), "node")
        + ", "
        + Numbers.count(fleet.data().windows(), "window")
        + ", "
        + Numbers.count(fleet.data().rows(), "row")
        + (load == null
            ? "; load not known"
            : "; load ("
                + Words.shown(load)
                + (fleet.takesLoadOut() ? ") taken out" : ") left in"));
  }

  private static String names(List<String> names) {
    int left = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).map(Words::shown).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }

  private List<String> nextCommand(boolean isStored) {
    if (fleet.verdict() == FleetVerdict.BANDS || fleet.verdict() == FleetVerdict.OUTLIERS) {
      return next.of("diagnose", "PID");
    }
    return isStored ? next.of("report", "@1") : List.of();
  }
}
