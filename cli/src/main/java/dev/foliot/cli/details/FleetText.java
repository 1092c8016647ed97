package dev.foliot.cli.details;

import dev.foliot.cli.screen.Columns;
import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetEighths;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetGroups;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A fleet as a person reads it: the verdict in words first, the table of groups, what goes with
 * them and what separates them, then each step with its figures and its source, then what was read.
 */
public final class FleetText {
  private static final double SURE = 0.9;
  private static final String LITTLE_CONFIDENCE =
      "(the confidence of one group is the chance that a group of an eighth of the nodes would have"
          + " five nodes or more among so few, less where the test nearly found groups)";

  private static final int WIDTH = 96;
  private static final int LONGEST = 2_000;
  private static final int BAND_WIDTH = 12;
  private static final int CELL_WIDTH = 10;
  private static final int INTERVAL_WIDTH = 18;
  private static final int MOST_LINES = 12;
  private static final int MOST_NAMES = 12;
  private static final int MOST_FILES = 3;

  private final PrintStream out;
  private final FleetRecord fleet;
  private final FleetGroups groups;
  private final FleetAnswer answer;
  private final Paragraphs paragraphs;

  public FleetText(PrintStream out, FleetRecord fleet, FleetAnswer answer) {
    this.out = out;
    this.fleet = fleet;
    this.groups = fleet.groups();
    this.answer = answer;
    this.paragraphs = new Paragraphs(out);
  }

  public void print() {
    Paragraphs.wrapped(Shown.text(answer.sentence(), LONGEST), WIDTH).forEach(out::println);
    out.println(about());
    if (fleet.bands().size() == 1 && fleet.finding().confidence() < SURE) {
      Paragraphs.wrapped(LITTLE_CONFIDENCE, WIDTH).forEach(out::println);
    }
    bands();
    findings();
    steps();
    input();
    if (!answer.steps().isEmpty()) {
      out.println();
      paragraphs.list("next", answer.steps(), MOST_LINES);
    }
  }

  private String about() {
    List<String> files = fleet.input().files();
    String more = files.size() > MOST_FILES ? " and " + (files.size() - MOST_FILES) + " more" : "";
    return String.format(
        Locale.ROOT,
        "confidence %s: %s of %s in %s, %s%s",
        Numbers.percent(fleet.finding().confidence(), 1),
        Words.shown(fleet.metric()),
        Numbers.count(fleet.finding().nodes(), "node"),
        Numbers.count(fleet.finding().lifetimes(), "lifetime"),
        files.stream().limit(MOST_FILES).map(Words::shown).collect(Collectors.joining(", ")),
        more);
  }

  private void bands() {
    if (fleet.bands().isEmpty()) {
      return;
    }
    out.println();
    out.println(
        Columns.left("group", BAND_WIDTH)
            + Columns.right("nodes", CELL_WIDTH)
            + Columns.right("share", CELL_WIDTH)
            + Columns.right("95 % interval", INTERVAL_WIDTH)
            + Columns.right("center", CELL_WIDTH + 2)
            + Columns.right("spread", CELL_WIDTH + 2));
    for (FleetBand band : fleet.bands().stream().limit(MOST_LINES).toList()) {
      out.println(
          Columns.left(Integer.toString(band.band()), BAND_WIDTH)
              + Columns.right(Numbers.count(band.nodes()), CELL_WIDTH)
              + Columns.right(Numbers.percent(band.share(), 1), CELL_WIDTH)
              + Columns.right(
                  Numbers.percentRange(band.shareLow(), band.shareHigh()), INTERVAL_WIDTH)
              + Columns.right(Numbers.significant(band.center(), 4), CELL_WIDTH + 2)
              + Columns.right(Numbers.significant(band.spread(), 4), CELL_WIDTH + 2));
    }
    out.println();
  }

  private void findings() {
    Double separation = groups.separation();
    Double dipP = groups.dipP();
    List<String> apart = new ArrayList<>();
    if (separation != null) {
      apart.add(
          "Ashman's D is " + Numbers.significant(separation, 4) + " between neighbours, at least");
    }
    if (dipP != null) {
      apart.add("Hartigan's dip has p " + Numbers.chance(dipP) + ", which decides nothing");
    }
    paragraphs.print("apart", String.join("; ", apart));
    paragraphs.print("outliers", names(groups.places().outliers()));
    ceiling();
    if (fleet.verdict() == FleetVerdict.BANDS) {
      paragraphs.list("explained", explanations(), MOST_LINES);
      paragraphs.list(
          "goes with",
          groups.explanations().goesWith().stream().map(FleetText::explanation).toList(),
          MOST_LINES);
      paragraphs.print("persistence", loyalty(groups.loyalty()));
      FleetEighths eighths = groups.eighths();
      paragraphs.print("eighths", eighths == null ? "" : eighths.words());
    }
  }

  private void ceiling() {
    FleetCeiling ceiling = fleet.finding().ceiling();
    if (ceiling == null) {
      return;
    }
    paragraphs.print(
        "ceiling",
        Numbers.significant(ceiling.level(), 4)
            + " "
            + Words.shown(ceiling.metric())
            + " in "
            + Numbers.percent(ceiling.share(), 1)
            + " of the windows of "
            + names(ceiling.nodes()));
  }

  private static String names(List<String> names) {
    int left = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).map(Words::shown).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }

  private List<String> explanations() {
    return groups.explanations().explainedBy().isEmpty()
        ? List.of("nothing: no label separates the groups")
        : groups.explanations().explainedBy().stream().map(FleetText::explanation).toList();
  }

  private static String explanation(FleetExplanation one) {
    Double ratio = one.riskRatio();
    return (one.tellsLabel()
            ? Words.shown(one.label()) + "=" + Words.shown(one.value()) + ", a label, in group "
            : Words.shown(one.label())
                + ", a metric that is "
                + Words.shown(one.value())
                + " in group ")
        + one.band()
        + ": effect "
        + Numbers.significant(one.effect(), 4)
        + (ratio == null ? "" : ", risk ratio " + Numbers.significant(ratio, 4))
        + ", adjusted p "
        + Numbers.chance(one.pAdjusted())
        + (one.alike().isEmpty() ? "" : "; the same say " + names(one.alike()));
  }

  private static String loyalty(@Nullable FleetLoyalty loyalty) {
    if (loyalty == null) {
      return "";
    }
    Double within = loyalty.withinLifetime();
    Double kept = loyalty.pKept();
    return loyalty.verdict().shown()
        + (within == null
            ? ""
            : "; within a lifetime "
                + Numbers.percent(within, 1)
                + " of the windows are in its group")
        + (loyalty.restarts() == 0
            ? ""
            : "; after %s restarts %s are in another group, %s if each restart reassigned it%s"
                .formatted(
                    Numbers.count(loyalty.restarts()),
                    Numbers.count(loyalty.changed()),
                    Numbers.significant(loyalty.expectedChanged(), 4),
                    kept == null
                        ? ""
                        : " (so few or fewer by chance: p " + Numbers.chance(kept) + ")"));
  }

  private void steps() {
    if (fleet.steps().isEmpty()) {
      return;
    }
    out.printf("%nsteps%n");
    int number = 0;
    for (FleetStep step : fleet.steps()) {
      paragraphs.print(
          "",
          step.name().shown() + ": " + step.said() + " [" + step.source() + "]",
          ++number + ". ");
    }
  }

  private void input() {
    FleetInput.Columns columns = fleet.input().columns();
    FleetData data = fleet.data();
    out.printf("%ndata%n");
    paragraphs.print(
        "read",
        "%s (%s); node %s, time %s, load %s, start %s"
            .formatted(
                Numbers.count(data.points().rows(), "row"),
                fleet.input().format(),
                Words.shown(columns.node()),
                orNone(columns.time()),
                orNone(columns.load()),
                orNone(columns.start())));
    paragraphs.print("labels", names(columns.labels()));
    paragraphs.print("points", points(data));
    paragraphs.print("too little", names(data.nodesWithout()));
    paragraphs.list("guessed", fleet.input().guesses(), MOST_LINES);
    paragraphs.list("notes", data.notes(), MOST_LINES);
  }

  private static String points(FleetData data) {
    return "%s without a value (%s not finite), %s; %s; %s; %s"
        .formatted(
            Numbers.count(data.points().missing()),
            Numbers.count(data.points().notFinite()),
            Numbers.count(data.points().duplicates(), "duplicate"),
            data.points().unordered() ? "rows out of order" : "rows in order",
            Numbers.count(data.points().resets(), "counter reset"),
            Numbers.count(data.period().windows(), "window"));
  }

  private static String orNone(@Nullable String column) {
    return column == null ? "none" : Words.shown(column);
  }
}
