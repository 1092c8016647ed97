package dev.foliot.study.answer;

import dev.foliot.judgement.answer.FigureList;
import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.ArmComparison.Shift;
import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.store.study.Metric;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;

/**
 * A comparison of arms in sentences. Immutable.
 *
 * @param arms the comparison
 * @param shown formats a value with its unit
 * @param claim what the arms do
 * @param names the arms in words
 * @param where it holds, {@code at 8 clients}; empty for everywhere
 */
public record ComparisonText(
    ArmComparison arms, DoubleFunction<String> shown, Claim claim, ArmNames names, String where) {
  /** More forks than a study can have decide nothing. */
  private static final int MOST_FORKS = 100;

  /**
   * What arms do, as {@code answer most} and {@code answer as much}.
   *
   * @param verb in the plural
   * @param best what the best one does, after the verb
   * @param much what stands between the verb and a ratio's end: {@code 0.5 times as much}
   * @param noun what is compared
   */
  public record Claim(String verb, String best, String much, String noun) {
    /** Requests answered in a second. */
    public static final Claim ANSWERS = new Claim("answer", "most", "as much", "throughput");

    /** Requests answered in a CPU-second. */
    public static final Claim PER_CPU =
        new Claim("answer", "most per CPU-second", "as much", "throughput per CPU-second");

    /** Tasks done in a second. */
    public static final Claim TASKS = new Claim("complete", "most tasks", "as many", "throughput");

    /** Throughput that lasts. */
    public static final Claim SUSTAINS =
        new Claim("sustain", "most", "as much", "sustained throughput");

    /** Memory in RAM. */
    public static final Claim MEMORY = new Claim("take", "the least memory", "as much", "memory");

    /** CPU time of a task. */
    public static final Claim CPU_TIME =
        new Claim("need", "the least CPU time for a task", "as much", "the CPU time of a task");

    /** Waiting. */
    public static final Claim WAITS = new Claim("wait", "least", "as long", "the wait");
  }

  /** One that holds everywhere. */
  public ComparisonText(
      ArmComparison arms, DoubleFunction<String> shown, Claim claim, ArmNames names) {
    this(arms, shown, claim, names, "");
  }

  /** The same with where it holds, {@code at 8 clients}. */
  public ComparisonText at(String place) {
    return new ComparisonText(arms, shown, claim, names, place);
  }

  /** {@code virtual 0.3 s}: an arm by its own name, for evidence. */
  public String median(String arm) {
    return arm + " " + shown.apply(arms.median(arm));
  }

  /** The medians of all arms, the best one first. */
  public String medians() {
    return String.join(", ", arms.ranked().stream().map(this::median).toList());
  }

  /** {@code virtual 0.3 s (0.2 s to 0.4 s, 4 forks)} of each arm. */
  public String spreads() {
    return String.join(", ", arms.ranked().stream().map(this::spread).toList());
  }

  private String spread(String arm) {
    return "%s (%s to %s, %s)"
        .formatted(
            median(arm),
            shown.apply(arms.least(arm)),
            shown.apply(arms.greatest(arm)),
            Numbers.count(arms.forks(arm), "fork"));
  }

  /**
   * {@code 0.82 times (0.78 to 0.85)}; without the interval if it is unbounded for lack of forks.
   */
  public static String times(Shift ratio) {
    return times(ratio, "");
  }

  /** {@code 0.82 times as much (0.78 to 0.85)}. */
  public static String times(Shift ratio, String much) {
    return Numbers.times(ratio.estimate())
        + (much.isEmpty() ? "" : " " + much)
        + (ratio.isBounded()
            ? " (" + Numbers.digits(ratio.low()) + " to " + Numbers.digits(ratio.high()) + ")"
            : "");
  }

  /** That a verdict needs more forks. */
  public static String tooFewForks() {
    return "A verdict needs " + ArmComparison.LEAST_FORKS + " valid forks of each arm.";
  }

  /** The answer in one or two sentences. There has to be an arm. */
  public String headline() {
    return headline(Metric.THROUGHPUT).text();
  }

  /**
   * The same with its figures.
   *
   * @param metric by which the arms are compared
   */
  public Headline headline(Metric metric) {
    FigureList figures = new FigureList();
    List<String> sentences = new ArrayList<>();
    // what is decided comes before what is not
    List<ArmComparison.Apart> apart = arms.isUnknown() ? List.of() : arms.apart();
    if (!apart.isEmpty()) {
      sentences.add(here(apart(apart.getFirst(), metric, figures)));
    }
    sentences.add(lead(true, arm -> median(arm, metric, figures)));
    if (arms.isUnknown()) {
      sentences.add(tooFewForks());
    } else {
      List<String> behind = arms.standing(Standing.BEHIND);
      if (!behind.isEmpty()) {
        sentences.add(ArmNames.sentence(behind(behind, metric, figures)));
      }
    }
    return Headline.of(String.join(" ", sentences), figures);
  }

  /** The median of an arm, with its least and its greatest fork. */
  private String median(String arm, Metric metric, FigureList figures) {
    return figures.add(
        new AnswerFigure(
            metric.label() + " of " + arm,
            arms.median(arm),
            unit(metric),
            arms.least(arm),
            arms.greatest(arm),
            shown(arm)));
  }

  /** An arm beside the best one, with the interval where forks are enough. */
  private String beside(String arm, Metric metric, FigureList figures) {
    Shift shift = arms.beside(arm);
    boolean isRatio = shift.by() == ArmComparison.By.RATIO;
    return figures.add(
        figure(
            (isRatio ? "ratio of " : metric.label() + " more of ") + arm,
            isRatio ? "ratio" : unit(metric),
            shift,
            isRatio ? Numbers.times(shift.estimate()) : more(shift.estimate())));
  }

  /** {@code fixed threads answer 0.53 times as much as virtual threads}. */
  private String apart(ArmComparison.Apart two, Metric metric, FigureList figures) {
    Shift shift = arms.beside(two.worse(), two.better());
    boolean isRatio = shift.by() == ArmComparison.By.RATIO;
    String shown =
        figures.add(
            figure(
                (isRatio ? "ratio of " : metric.label() + " more of ")
                    + two.worse()
                    + " beside "
                    + two.better(),
                isRatio ? "ratio" : unit(metric),
                shift,
                isRatio ? Numbers.times(shift.estimate()) : more(shift.estimate())));
    return names.of(two.worse()).does(claim.verb)
        + " "
        + shown
        + (isRatio ? " " + claim.much + " as " : " than ")
        + names.of(two.better()).text();
  }

  /** A ratio or a difference as a figure. */
  public static AnswerFigure figure(String name, String unit, Shift shift, String shown) {
    return new AnswerFigure(
        name,
        shift.estimate(),
        unit,
        shift.isBounded() ? shift.low() : null,
        shift.isBounded() ? shift.high() : null,
        shown);
  }

  private static String unit(Metric metric) {
    return metric.unit().name().toLowerCase(Locale.ROOT);
  }

  private String behind(List<String> behind, Metric metric, FigureList figures) {
    List<String> parts = new ArrayList<>();
    for (String arm : behind) {
      boolean isFirst = parts.isEmpty();
      parts.add(
          (isFirst ? names.of(arm).does(claim.verb) : names.of(arm).text())
              + " "
              + beside(arm, metric, figures)
              + (isFirst && arms.by() == ArmComparison.By.RATIO ? " " + claim.much : ""));
    }
    return Numbers.and(parts);
  }

  /** The same with every arm: a sentence on the best, and one on each of the others. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>(List.of(lead(false, this::shown)));
    if (arms.isUnknown()) {
      sentences.add(tooFewForks());
      return sentences;
    }
    for (String arm : arms.others()) {
      beside(arm, sentences);
    }
    return sentences;
  }

  /** The sentences on the other arms alone. */
  private void beside(String arm, List<String> sentences) {
    Shift shift = arms.beside(arm);
    ArmNames.ArmName name = names.of(arm);
    switch (arms.standing(arm)) {
      case BEST -> {}
      case BEHIND -> sentences.add(ArmNames.sentence(name.does(claim.verb) + " " + amount(shift)));
      case ALIKE ->
          sentences.add(
              ArmNames.sentence(
                  name.does(claim.verb)
                      + " "
                      + claim.much
                      + " within "
                      + margin()
                      + ": "
                      + amount(shift)));
      case UNDECIDED ->
          sentences.add(
              ArmNames.sentence(
                  "the comparison with "
                      + name.text()
                      + " is inconclusive: "
                      + amount(shift)
                      + decides(arm)));
      case TOO_FEW ->
          sentences.add(
              ArmNames.sentence(
                  name.does("have")
                      + " too few valid forks for a verdict ("
                      + ArmComparison.LEAST_FORKS
                      + " of each arm are needed): "
                      + amount(shift)
                      + " by the medians"));
    }
  }

  private String decides(String arm) {
    OptionalInt forks = arms.forksToDecide(arm, MOST_FORKS);
    return forks.isPresent()
        ? "; about " + forks.getAsInt() + " forks would decide it"
        : "; more than " + MOST_FORKS + " forks would decide it";
  }

  /** {@code 0.82 times as much (0.78 to 0.85)}, or {@code 1.2 s longer (1.1 s to 1.4 s)}. */
  private String amount(Shift shift) {
    return switch (shift.by()) {
      case RATIO -> times(shift, claim.much);
      case DIFFERENCE ->
          more(shift.estimate())
              + (shift.isBounded()
                  ? " (" + shown.apply(shift.low()) + " to " + shown.apply(shift.high()) + ")"
                  : "");
    };
  }

  private String more(double value) {
    return value < 0 ? shown.apply(-value) + " shorter" : shown.apply(value) + " longer";
  }

  private String margin() {
    return arms.by() == ArmComparison.By.RATIO
        ? Numbers.percent(arms.margin(), 0)
        : shown.apply(arms.margin());
  }

  /**
   * {@code At 8 clients, virtual threads answer most (18,000/s).}
   *
   * @param isWhole whether it names the arms that are inconclusive
   * @param median of an arm
   */
  private String lead(boolean isWhole, UnaryOperator<String> median) {
    List<String> ranked = arms.ranked();
    if (ranked.size() == 1) {
      return here("only " + names.of(ranked, median).does("have") + " a figure");
    }
    if (arms.isUnknown()) {
      return here(
          claim.noun
              + " is "
              + Numbers.and(
                  names.ordered(ranked).stream()
                      .map(arm -> median.apply(arm) + range(arm) + " with " + names.of(arm).text())
                      .toList()));
    }
    List<String> alike = arms.standing(Standing.ALIKE);
    if (alike.size() == arms.others().size()) {
      return here(
          names.of(ranked).does(claim.verb)
              + " "
              + claim.much
              + " as each other, within "
              + margin()
              + " ("
              + median.apply(arms.best())
              + ")");
    }
    List<String> first = new ArrayList<>(List.of(arms.best()));
    first.addAll(alike);
    List<String> open = new ArrayList<>(arms.standing(Standing.UNDECIDED));
    open.addAll(arms.standing(Standing.TOO_FEW));
    if (open.isEmpty()) {
      return here(
          names.of(first).does(claim.verb)
              + " "
              + claim.best
              + " ("
              + median.apply(arms.best())
              + ")");
    }
    // no order among those that the forks do not tell apart
    first.addAll(open);
    return here(
        names.of(names.ordered(first), median).does(claim.verb)
            + " "
            + claim.best
            + (isWhole
                ? "; which of the "
                    + (first.size() == 2 ? "two" : first.size())
                    + " is inconclusive"
                : ""));
  }

  /** The least and the greatest fork; empty where they are shown alike. */
  private String range(String arm) {
    String least = shown.apply(arms.least(arm));
    String greatest = shown.apply(arms.greatest(arm));
    return least.equals(greatest) ? "" : " (" + least + " to " + greatest + ")";
  }

  private String here(String words) {
    return ArmNames.sentence(where.isEmpty() ? words : where + ", " + words);
  }

  private String shown(String arm) {
    return shown.apply(arms.median(arm));
  }
}
