package dev.foliot.report.bench;

import dev.foliot.judgement.JvmWork;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.NextAction;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Trusts;
import dev.foliot.report.page.Units;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** Of the comparison, or of the first run. */
  private final Answer answer;

  RunCover(List<RunView> runs, List<GroupCurve> curves, @Nullable ComparisonRecord comparison) {
    this.runs = runs;
    this.groups = curves.stream().map(GroupCurve::group).toList();
    this.curves = curves;
    this.compared = comparison == null ? null : new ComparisonSection(comparison);
    RunRecord last = runs.getLast().run();
    this.answer =
        comparison == null
            ? runs.getFirst().answer()
            : ComparisonAnswer.of(
                comparison,
                runs.stream().map(RunView::run).toList(),
                NextCommands.after(last.commandLine()));
  }

  Cover cover() {
    List<Block> blocks = new ArrayList<>();
    runs.forEach(run -> blocks.add(trust(run)));
    runs.forEach(run -> blocks.addAll(new RequestTables(run).limits()));
    blocks.addAll(picture());
    if (compared != null) {
      blocks.addAll(compared.tables());
    } else if (!curves.isEmpty()) {
      blocks.add(
          runs.size() == 1 && runs.getFirst().run().combinations().size() > 1
              ? Headline.byParameter(curves)
              : Headline.figures(curves));
    }
    return new Cover(kind(), sentence(), facts(), blocks, next());
  }

  private String kind() {
    String of =
        runs.stream()
            .map(run -> Titles.of(run.run()))
            .distinct()
            .limit(MOST_NAMES)
            .collect(Collectors.joining(", "));
    return (compared != null ? "Comparison: " : runs.getFirst().isLoadTest() ? "Load: " : "Bench: ")
        + of;
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
        Units.count(view.forks().size(), view.isLoadTest() ? "phase" : "fork")
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
    List<ForkRecord> forks = records(view);
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

  /**
   * The answer; of arms of one run also that of the run before it, and of several runs without a
   * comparison that of each.
   */
  private String sentence() {
    if (compared != null && runs.size() == 1 && runs.getFirst().run().gate() == null) {
      return runs.getFirst().answer().sentence() + " " + answer.sentence();
    }
    return compared != null || runs.size() == 1
        ? answer.sentence()
        : runs.stream()
            .limit(MOST_CURVES)
            .map(run -> run.letter() + ": " + run.answer().sentence())
            .collect(Collectors.joining(" "));
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

  private static List<ForkRecord> records(RunView run) {
    return run.forks().stream().map(ForkView::record).toList();
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
                    "Each step to the right is ten times as rare. The gap is the wait "
                        + (BenchAnswer.isGeneratorInTrouble(records(runs.getFirst()))
                            ? "behind earlier messages, and of the load generator itself, which"
                                + " lacked CPU."
                            : "behind earlier messages.")
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
    NextAction action = compared != null || runs.size() == 1 ? answer.next() : NextAction.NONE;
    NextAction doctor = NextAction.doctor(NextCommands.after(runs.getFirst().run().commandLine()));
    boolean disturbed =
        runs.stream()
            .flatMap(run -> run.forks().stream())
            .anyMatch(fork -> fork.record().validity().has(LoadReason.GeneratorTrouble.class));
    if (disturbed && !action.equals(doctor)) {
      next.add(step(doctor));
    }
    if (action.isToRun()) {
      next.add(step(action));
    }
    if (runs.size() == 1) {
      next.add(new Cover.Step("Measure the same again.", Facts.again(runs.getFirst().run())));
    }
    return next;
  }

  private static Cover.Step step(NextAction action) {
    return new Cover.Step(action.purpose(), Facts.line(action.command()));
  }
}
