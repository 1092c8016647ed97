package dev.foliot.report.bench;

import dev.foliot.judgement.JvmWork;
import dev.foliot.judgement.RateKnee;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Trusts;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a reader of runs sees first: the response time, or how that of B differs from that of A. */
final class RunCover {
  private static final int HEIGHT_PX = 300;
  private static final int MOST_CURVES = 6;
  private static final int MOST_NAMES = 20;

  private final List<RunView> runs;
  private final List<Group> groups;
  private final List<GroupCurve> curves;
  private final @Nullable ComparisonSection compared;

  RunCover(List<RunView> runs, List<GroupCurve> curves, @Nullable ComparisonRecord comparison) {
    this.runs = runs;
    this.groups = curves.stream().map(GroupCurve::group).toList();
    this.curves = curves;
    this.compared = comparison == null ? null : new ComparisonSection(comparison);
  }

  Cover cover() {
    List<Block> blocks = new ArrayList<>();
    runs.forEach(run -> blocks.add(trust(run)));
    blocks.addAll(picture());
    if (compared != null) {
      blocks.addAll(compared.tables());
    } else if (!curves.isEmpty()) {
      blocks.add(
          runs.size() == 1 && runs.getFirst().run().combinations().size() > 1
              ? Headline.byParameter(curves)
              : Headline.figures(curves));
    }
    return new Cover(
        kind(), compared == null ? sentence() : compared.sentence(), facts(), blocks, next());
  }

  private String kind() {
    String of =
        runs.stream()
            .map(run -> Titles.of(run.run()))
            .distinct()
            .limit(MOST_NAMES)
            .collect(Collectors.joining(", "));
    return (compared != null ? "Comparison: " : isLoadTest() ? "Load: " : "Bench: ") + of;
  }

  /** Whether the first run is a load test of a server, and not a bench. */
  private boolean isLoadTest() {
    return isLoadTest(runs.getFirst());
  }

  private static boolean isLoadTest(RunView run) {
    return run.run().command().equals("load");
  }

  /** What was measured, in a sentence. */
  private String subject() {
    return isLoadTest() ? "server" : "task";
  }

  private static Block trust(RunView run) {
    Map<String, Validity> forks = new LinkedHashMap<>();
    run.forks().forEach(fork -> forks.put(fork.name(), fork.record().validity()));
    return Trusts.of(
        run.letter().isEmpty() ? "" : run.letter() + ": ", forks, run.run().validity());
  }

  private List<List<String>> facts() {
    List<List<String>> facts = new ArrayList<>();
    if (compared != null && runs.size() == 1) {
      facts.addAll(compared.facts());
    }
    runs.forEach(run -> facts.add(facts(run)));
    return facts;
  }

  private static List<String> facts(RunView view) {
    RunRecord run = view.run();
    List<String> facts = new ArrayList<>();
    if (!view.letter().isEmpty()) {
      facts.add(view.letter());
    }
    facts.add(
        run.loads().stream()
                .limit(MOST_NAMES)
                .map(LoadRecord::rateText)
                .distinct()
                .collect(Collectors.joining(", "))
            + " "
            + Foreign.text(run.load().arrivals(), 40));
    facts.add(
        Units.count(view.forks().size(), isLoadTest(view) ? "phase" : "fork")
            + " of "
            + Units.shortDuration((double) run.load().durationNs()));
    facts.add(Foreign.text(run.load().dispatch(), 40));
    facts.add(
        run.arms().stream()
            .limit(MOST_NAMES)
            .map(arm -> "JDK " + Foreign.text(arm.jdkVersion(), 40))
            .distinct()
            .collect(Collectors.joining(", ")));
    if (run.combinations().size() == 1 && !run.combinations().getFirst().isEmpty()) {
      facts.add(Foreign.text(run.arms().getFirst().paramText(), Foreign.NAME));
    }
    List<ForkRecord> forks = view.forks().stream().map(ForkView::record).toList();
    String gc = JvmWork.gc(forks);
    if (!gc.isEmpty()) {
      facts.add("GC: " + Foreign.text(gc, Foreign.NAME));
    }
    List<JvmWork.PerMessage> allocation = JvmWork.perMessage(forks);
    if (allocation.size() == 1) {
      facts.add("allocation: " + allocation.getFirst().text());
    } else if (allocation.isEmpty()) {
      JvmWork.whyUncounted(forks)
          .ifPresent(why -> facts.add("allocation: " + Foreign.text(why.text(), Foreign.NAME)));
    }
    facts.addAll(Titles.where(run));
    if (!run.complete()) {
      facts.add("interrupted");
    }
    return facts;
  }

  private String sentence() {
    if (runs.size() == 1) {
      RateSearch search = runs.getFirst().run().rateSearch();
      if (search != null) {
        return Titles.sentence(Foreign.sentence(search.answer()));
      }
    }
    if (groups.isEmpty()) {
      return "No fork measured anything.";
    }
    List<Group> saturated = groups.stream().filter(RunCover::isSaturated).toList();
    if (groups.size() == 1) {
      return saturated.isEmpty() ? alone(groups.getFirst()) : saturated(groups.getFirst());
    }
    List<Group> held = groups.stream().filter(group -> !saturated.contains(group)).toList();
    return held.isEmpty() ? saturated(groups.getFirst()) : several(held, saturated);
  }

  /** Whether at least half of its forks are. */
  private static boolean isSaturated(Group group) {
    return 2 * saturatedForks(group).size() >= group.forks().size();
  }

  private static List<ForkRecord> saturatedForks(Group group) {
    return group.forks().stream().map(ForkView::record).filter(RateKnee::isSaturated).toList();
  }

  private static double achieved(Group group) {
    return Median.of(
        group.forks().stream().map(fork -> fork.record().messages().achievedPerS()).toList());
  }

  private String saturated(Group group) {
    double achieved =
        Median.of(
            saturatedForks(group).stream().map(fork -> fork.messages().achievedPerS()).toList());
    return ("The %s sustains about %s here and was asked for %s: response times only tell how"
            + " long the load lasted.")
        .formatted(subject(), Units.shortRate(achieved), group.loadRecord().rateText());
  }

  private String alone(Group group) {
    if (group.loadRecord().clients() != null) {
      return "%s get %s. A closed loop asks less of a slow server: for what users wait give a --rate."
          .formatted(group.loadRecord().rateText(), Units.shortRate(achieved(group)));
    }
    if (group.loadRecord().isClosed()) {
      return ("At full speed it does %s. That is a closed loop, in which nobody waits: for what"
              + " users wait give a --rate.")
          .formatted(Units.shortRate(achieved(group)));
    }
    Optional<String> name = percentile(List.of(group));
    if (name.isEmpty()) {
      return "Too few messages for a percentile: measure longer, or at a higher rate.";
    }
    String at = group.loadRecord().rateText();
    Long service = group.shown("service", name.get());
    if (group.loadRecord().isOfService() && service != null) {
      return "%s of the service time is %s at %s; from the due time it is %s."
          .formatted(
              Units.percentileName(name.get()),
              Units.duration(service),
              at,
              Units.duration(Objects.requireNonNull(group.shown("response", name.get()))));
    }
    return "%s is %s at %s%s."
        .formatted(
            Units.percentileName(name.get()),
            Units.duration(Objects.requireNonNull(group.shown("response", name.get()))),
            at,
            service == null
                ? ""
                : "; the " + subject() + " itself takes " + Units.duration(service));
  }

  /** The first of p99, p90 and p50 that all have. */
  private static Optional<String> percentile(List<Group> all) {
    return List.of("p99", "p90", "p50").stream()
        .filter(name -> all.stream().allMatch(group -> group.shown("response", name) != null))
        .findFirst();
  }

  private String several(List<Group> held, List<Group> saturated) {
    Optional<String> name = percentile(held);
    String not =
        saturated.isEmpty()
            ? ""
            : " It does not sustain "
                + saturated.stream()
                    .limit(MOST_CURVES)
                    .map(this::named)
                    .collect(Collectors.joining(", "))
                + ".";
    return name.isEmpty()
        ? "Too few messages for a percentile: measure longer, or at a higher rate." + not
        : Units.percentileName(name.get())
            + " is "
            + held.stream()
                .limit(MOST_CURVES)
                .map(group ->
                    Units.duration(Objects.requireNonNull(group.shown("response", name.get())))
                        + " "
                        + (isOneRate() ? "for " : "at ")
                        + named(group))
                .collect(Collectors.joining(", "))
            + "."
            + not;
  }

  private boolean isOneRate() {
    return groups.stream().map(group -> group.loadRecord().ratePerS()).distinct().count() == 1;
  }

  private String named(Group group) {
    boolean oneArm = runs.size() == 1 && runs.getFirst().run().arms().size() == 1;
    return oneArm ? group.loadRecord().rateText() : group.name();
  }

  private List<Block> picture() {
    if (compared == null && runs.size() == 1) {
      List<Block> rates = rates(runs.getFirst());
      if (!rates.isEmpty()) {
        return rates;
      }
    }
    return groups.size() == 1 ? split() : beside();
  }

  /** Latency against rate, of each arm. */
  private List<Block> rates(RunView run) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < run.run().arms().size(); i++) {
      int arm = i;
      List<Group> ofArm = groups.stream().filter(group -> group.arm() == arm).toList();
      // a closed loop has no rate, and two phases at one rate are no sweep
      boolean areRates =
          ofArm.stream().allMatch(group -> group.loadRecord().ratePerS() > 0)
              && ofArm.stream().map(group -> group.loadRecord().ratePerS()).distinct().count()
                  == ofArm.size();
      if (ofArm.size() > 1 && areRates) {
        String name = run.run().arms().size() > 1 ? run.armName(arm) : "";
        blocks.addAll(new RatePlot(run.key() + "-rate" + arm, run, ofArm).blocks(name));
      }
    }
    return blocks;
  }

  private List<Block> split() {
    GroupCurve response = curves.getFirst();
    Group group = response.group();
    String id = "split-" + group.key();
    PercentilePlot plot = new PercentilePlot(id, HEIGHT_PX);
    plot.add(response, "response", "c1", id + "r", false);
    plot.add(GroupCurve.of(group, "service"), "service", "c0", id + "s", false);
    return plot.isEmpty()
        ? List.of()
        : List.of(
            plot.figure(
                    "Response and service time by percentile",
                    "Each step to the right is ten times as rare. The gap is the wait behind"
                        + " earlier messages."
                        + BANDS,
                    "Response time against service time",
                    PercentilePlot.Frame.of(List.of(plot)))
                .legend(
                    List.of(
                        new Block.Chip(id + "r", "response", "c1"),
                        new Block.Chip(id + "s", "service", "c0"))));
  }

  private static final String BANDS =
      " Lines: medians over the forks. Bands: their 95 % intervals.";

  private List<Block> beside() {
    PercentilePlot plot = new PercentilePlot("beside", HEIGHT_PX);
    List<Block.Chip> legend = new ArrayList<>();
    for (GroupCurve curve : curves.subList(0, Math.min(MOST_CURVES, curves.size()))) {
      Group group = curve.group();
      plot.add(curve, group.name(), group.colour(), group.key(), false);
      legend.add(new Block.Chip(group.key(), group.name(), group.colour()));
    }
    return plot.isEmpty()
        ? List.of()
        : List.of(
            plot.figure(
                    "Response time by percentile",
                    "Each step to the right is ten times as rare." + BANDS,
                    "Response time by percentile, a line for each side",
                    PercentilePlot.Frame.of(List.of(plot)))
                .legend(legend));
  }

  private List<Cover.Step> next() {
    List<Cover.Step> next = new ArrayList<>();
    if (compared != null) {
      next.addAll(compared.next());
    }
    boolean disturbed =
        runs.stream()
            .flatMap(run -> run.forks().stream())
            .anyMatch(fork -> fork.record().validity().has(LoadReason.GeneratorTrouble.class));
    if (disturbed) {
      next.add(new Cover.Step("Find out what else uses the CPUs, then measure again.", DOCTOR));
    }
    RunRecord first = runs.getFirst().run();
    boolean own = first.commandLine().contains("bench");
    if (compared == null && own && groups.stream().anyMatch(RunCover::isSaturated)) {
      next.add(
          new Cover.Step(
              "Find the rate that it sustains; put your own objective in place of this one.",
              Facts.command(first, List.of("--find-rate", "p99<10ms"), List.of("--rate"))));
    } else if (compared == null && own && runs.size() == 1 && groups.size() == 1) {
      next.add(
          new Cover.Step(
              "Measure the next build and compare it with this run.",
              Facts.command(first, List.of("--against", first.id()), List.of("--against"))));
    }
    if (runs.size() == 1) {
      next.add(
          new Cover.Step("Measure the same again.", Facts.command(first, List.of(), List.of())));
    }
    return next;
  }

  private static final String DOCTOR = "foliot doctor";
}
