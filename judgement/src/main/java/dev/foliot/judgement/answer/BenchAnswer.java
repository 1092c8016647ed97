package dev.foliot.judgement.answer;

import dev.foliot.judgement.RateKnee;
import dev.foliot.judgement.compare.PairComparer;
import dev.foliot.judgement.run.ArmNames;
import dev.foliot.judgement.run.Sweep;
import dev.foliot.stats.Median;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a bench, computed from what is stored. Pure. Long, since each kind of bench has a
 * sentence of its own.
 *
 * @param kind what can be said; of several parts that of the first
 * @param sentences one or two, for each arm of a sweep and for each JDK of several combinations
 * @param figures those of the sentences
 * @param next what to do next
 */
public record BenchAnswer(
    Kind kind, List<String> sentences, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  /** What a bench can say. */
  public enum Kind {
    /** A percentile of the response time. */
    RESPONSE_TIME,
    /** The rate that the task sustains, since it was asked for more. */
    SUSTAINED_RATE,
    /** The rate that a closed loop reaches. */
    REACHED_RATE,
    /** How a percentile differs among combinations of parameters, or between the sides of pairs. */
    DIFFERENCE,
    /** That these forks cannot tell whether it differs. */
    INCONCLUSIVE,
    /** The highest rate that holds a promise, as far as it was found. */
    FOUND_RATE,
    /** The rate above which response times rise. */
    KNEE,
    /** Nothing: too few messages for a percentile. */
    TOO_FEW_MESSAGES,
    /** Nothing: no fork can be relied upon. */
    NO_FORK
  }

  /** More answers than these nobody reads. */
  public static final int MOST_ARMS = 5;

  /** The percentiles that an answer may be about, in order of preference. */
  static final List<String> PERCENTILES = RateKnee.PERCENTILES;

  private static final String NONE_VALID = "No fork is VALID: ";
  private static final int LONGEST_NAME = 60;
  private static final long LEAST_COST_NS = 250;
  private static final int LONGEST_ANSWER = 500;

  /** An answer says nothing of the store. */
  private static final Path NOWHERE = Path.of("");

  /** The service time is worth a word where waiting makes this much of the response time. */
  private static final double MUCH = 0.2;

  /** Keeps copies and checks that nothing is missing. */
  public BenchAnswer {
    Objects.requireNonNull(kind, "kind");
    sentences = List.copyOf(sentences);
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /** A part of an answer, or one without a next action. */
  BenchAnswer(Kind kind, String sentence, FigureList figures) {
    this(kind, List.of(sentence), figures.all(), NextAction.NONE);
  }

  /**
   * The answer of a stored bench.
   *
   * @param forks of the run
   * @param commands that continue it
   */
  public static BenchAnswer of(RunRecord run, List<ForkRecord> forks, NextCommands commands) {
    List<BenchAnswer> parts = new ArrayList<>(parts(run, forks));
    forJmh(run).ifPresent(parts::add);
    Kind kind = parts.getFirst().kind();
    return new BenchAnswer(
        kind,
        parts.stream().flatMap(part -> part.sentences().stream()).toList(),
        parts.stream().flatMap(part -> part.figures().stream()).toList(),
        new BenchNext(run, forks, kind, commands).action());
  }

  @Override
  public String sentence() {
    return String.join(" ", sentences);
  }

  private static List<BenchAnswer> parts(RunRecord run, List<ForkRecord> forks) {
    RateSearch search = run.rateSearch();
    int arms = run.arms().size();
    if (search != null) {
      return List.of(found(search));
    }
    if (run.gate() != null) {
      return List.of(ofPairs(ComparisonAnswer.of(PairComparer.compare(run, forks, NOWHERE))));
    }
    if (run.loads().size() > 1) {
      return IntStream.range(0, Math.min(arms, MOST_ARMS))
          .mapToObj(arm -> knee(Sweep.of(run, forks, arm), arms < 2 ? "" : ArmNames.of(run, arm)))
          .toList();
    }
    if (run.combinations().size() > 1) {
      List<List<Integer>> byJdk = ArmNames.byJdk(run);
      return byJdk.stream()
          .map(ofJdk -> {
            BenchAnswer answer = CombinationAnswer.of(run, forks, ofJdk);
            return byJdk.size() == 1
                ? answer
                : answer.headed(
                    Shown.text(run.arms().get(ofJdk.getFirst()).jdkVersion(), LONGEST_NAME));
          })
          .toList();
    }
    return List.of(arms == 1 ? of(run, forks, 0, 0) : ofArms(run, forks));
  }

  /**
   * What a load cannot tell of an operation that takes less than the wake-up of a thread or two
   * readings of the clock.
   */
  private static Optional<BenchAnswer> forJmh(RunRecord run) {
    boolean isBatched = run.arms().stream().anyMatch(arm -> arm.operations() > 1);
    if (run.arms().size() > 1 && !isBatched) {
      return Optional.empty();
    }
    double costNs = LEAST_COST_NS;
    long operations = 1;
    for (int arm = 0; arm < run.arms().size(); arm++) {
      double own = operationNs(run, arm).orElse(LEAST_COST_NS);
      if (own < costNs) {
        costNs = own;
        operations = run.arms().get(arm).operations();
      }
    }
    if (costNs >= LEAST_COST_NS) {
      return Optional.empty();
    }
    FigureList figures = new FigureList();
    String cost = figures.duration("service_p50", costNs);
    return Optional.of(
        new BenchAnswer(
            Kind.RESPONSE_TIME,
            (isBatched
                    ? (run.arms().size() > 1
                            ? "The shortest operation takes "
                            : "An operation takes ")
                        + cost
                        + ", and a message is "
                        + figures.count("operations", operations)
                        + " of them"
                    : "A message takes " + cost)
                + ": such a cost is JMH's to measure."
                + (run.loads().getFirst().isClosed() && isBatched
                    ? ""
                    : " This run tells what disturbs it at a rate: pauses, waits and the tail."),
            figures));
  }

  /**
   * The median time of an operation of an arm under the first load; empty where too little is
   * known. In a closed loop no message waits, so its response time is its service time.
   */
  public static OptionalDouble operationNs(RunRecord run, int arm) {
    Spread service = run.spreads(arm, 0, SummaryKey.SERVICE).get("p50");
    Long message = service == null ? null : service.median();
    if (message == null && run.loads().getFirst().isClosed()) {
      Spread response = run.spreads(arm, 0, SummaryKey.RESPONSE).get("p50");
      message = response == null ? null : response.median();
    }
    return message == null
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) message / run.arms().get(arm).operations());
  }

  private static BenchAnswer ofPairs(ComparisonAnswer answer) {
    return new BenchAnswer(
        answer.kind() == ComparisonVerdict.UNDECIDED ? Kind.INCONCLUSIVE : Kind.DIFFERENCE,
        List.of(answer.sentence()),
        answer.figures(),
        NextAction.NONE);
  }

  private BenchAnswer headed(String name) {
    return new BenchAnswer(
        kind, sentences.stream().map(one -> name + ": " + one).toList(), figures, next);
  }

  private static BenchAnswer found(RateSearch search) {
    FigureList figures = new FigureList();
    SearchFigures.add(search, figures);
    return new BenchAnswer(Kind.FOUND_RATE, Shown.text(search.answer(), LONGEST_ANSWER), figures);
  }

  /**
   * The answer of one arm.
   *
   * @param forks of the run; those of other arms or loads are left out
   * @param arm its index
   * @param load the load's index
   */
  static BenchAnswer of(RunRecord run, List<ForkRecord> forks, int arm, int load) {
    List<ForkRecord> all =
        forks.stream()
            .filter(fork -> fork.place().arm() == arm && fork.loadIndex() == load)
            .toList();
    LoadRecord asked = run.loads().get(load);
    FigureList figures = new FigureList();
    if (RateKnee.areSaturated(asked, all)) {
      return sustained(all, asked, with(run, arm), figures);
    }
    List<ForkRecord> usable = usable(all);
    if (usable.isEmpty()) {
      return new BenchAnswer(
          Kind.NO_FORK, "No fork can be relied upon: all " + all.size() + " are INVALID.", figures);
    }
    if (asked.isClosed()) {
      return reached(
          usable,
          figures.aboutRate("reached_rate", median(usable) * run.arms().get(arm).operations())
              + with(run, arm)
              + (run.arms().get(arm).operations() > 1 ? ", in operations" : ""),
          figures);
    }
    for (String percentile : PERCENTILES) {
      Double response = median(run, usable, arm, load, percentile, SummaryKey.RESPONSE);
      if (response != null) {
        Double service = median(run, usable, arm, load, percentile, SummaryKey.SERVICE);
        String at = asked.rateText() + with(run, arm);
        return asked.isOfService() && service != null
            ? service(at, percentile, response, service, usable)
            : response(at, percentile, response, service, usable);
      }
    }
    long completed = usable.stream().mapToLong(fork -> fork.messages().completed()).max().orElse(0);
    figures.count("completed", completed);
    return new BenchAnswer(
        Kind.TOO_FEW_MESSAGES,
        "No percentile: a fork completed only "
            + Numbers.count(completed, "message")
            + ". Use a longer --duration or a higher --rate.",
        figures);
  }

  /** The forks that are not INVALID. */
  static List<ForkRecord> usable(List<ForkRecord> forks) {
    return forks.stream().filter(fork -> fork.validity().verdict() != Verdict.INVALID).toList();
  }

  /** What a sentence about forks of which none is VALID begins with. */
  static String trust(List<ForkRecord> forks) {
    return forks.stream().allMatch(fork -> fork.validity().verdict() != Verdict.VALID)
        ? NONE_VALID
        : "";
  }

  /** The median of the rates that forks achieved. */
  static double median(List<ForkRecord> forks) {
    return Median.of(forks.stream().mapToDouble(fork -> fork.messages().achievedPerS()).toArray());
  }

  private static String with(RunRecord run, int arm) {
    Arm stored = run.arms().get(arm);
    String params =
        stored.paramText(
            stored.params().keySet().stream()
                .filter(name -> !name.equals(Arm.OPERATIONS))
                .toList());
    return params.isEmpty() ? "" : " with " + Shown.text(params, LONGEST_NAME);
  }

  private static BenchAnswer sustained(
      List<ForkRecord> forks, LoadRecord asked, String params, FigureList figures) {
    double rate = median(forks.stream().filter(RateKnee::isSaturated).toList());
    return new BenchAnswer(
        Kind.SUSTAINED_RATE,
        "The task sustains about "
            + figures.aboutRate("sustained_rate", rate)
            + " here"
            + params
            + " and was asked for "
            + figures.rate("asked_rate", asked.ratePerS())
            + ". Response times only tell how long the load lasted: lower --rate.",
        figures);
  }

  /** For a closed loop. */
  static BenchAnswer reached(List<ForkRecord> usable, String rates, FigureList figures) {
    return new BenchAnswer(
        Kind.REACHED_RATE,
        trust(usable)
            + "At full speed it does "
            + rates
            + ". That is a closed loop, in which nobody waits: for what users wait give a --rate.",
        figures);
  }

  /** For a task that wants its messages counted from their actual start. */
  private static BenchAnswer service(
      String at, String percentile, double responseNs, double serviceNs, List<ForkRecord> forks) {
    FigureList figures = new FigureList();
    return new BenchAnswer(
        Kind.RESPONSE_TIME,
        trust(forks)
            + percentile
            + " of the service time is "
            + figures.duration("service_" + percentile, serviceNs)
            + " at "
            + at
            + ". From the due time it is "
            + figures.duration(percentile, responseNs)
            + ": the task asked not to count that wait.",
        figures);
  }

  private static BenchAnswer response(
      String at,
      String percentile,
      double responseNs,
      @Nullable Double serviceNs,
      List<ForkRecord> forks) {
    FigureList figures = new FigureList();
    String first =
        trust(forks) + percentile + " is " + figures.duration(percentile, responseNs) + " at " + at;
    return new BenchAnswer(
        Kind.RESPONSE_TIME,
        serviceNs != null && responseNs - serviceNs > MUCH * responseNs
            ? first
                + "; the task itself takes "
                + figures.duration("service_" + percentile, serviceNs)
                + (isGeneratorInTrouble(forks)
                    ? ". The load generator lacked CPU: the rest is partly its own wait."
                    : ". The rest is waiting behind slow messages.")
            : first + ".",
        figures);
  }

  /** Whether the load generator was late or starved in half of the forks or more. */
  public static boolean isGeneratorInTrouble(List<ForkRecord> forks) {
    long troubled =
        forks.stream()
            .filter(fork -> fork.validity().has(LoadReason.GeneratorTrouble.class))
            .count();
    return 2 * troubled >= forks.size();
  }

  /** Several JDKs at one rate. */
  private static BenchAnswer ofArms(RunRecord run, List<ForkRecord> forks) {
    FigureList figures = new FigureList();
    List<Sweep.Point> points =
        IntStream.range(0, run.arms().size())
            .mapToObj(arm -> Sweep.of(run, forks, arm).points().getFirst())
            .toList();
    List<Integer> counted =
        IntStream.range(0, points.size())
            .filter(arm -> forks.stream().anyMatch(fork -> isUsableOf(fork, arm)))
            .boxed()
            .toList();
    if (counted.isEmpty()) {
      return new BenchAnswer(Kind.NO_FORK, "No fork can be relied upon: all are INVALID.", figures);
    }
    boolean isClosed = run.load().isClosed();
    List<Integer> held =
        counted.stream().filter(arm -> !points.get(arm).isSaturated() && !isClosed).toList();
    Optional<String> percentile =
        PERCENTILES.stream()
            .filter(name -> held.stream().allMatch(arm -> median(points.get(arm), name) != null))
            .findFirst();
    if (percentile.isEmpty()) {
      return new BenchAnswer(
          Kind.TOO_FEW_MESSAGES,
          "No percentile on every JDK: use a longer --duration or a higher --rate.",
          figures);
    }
    List<String> each = new ArrayList<>();
    for (int arm = 0; arm < points.size(); arm++) {
      String name = ArmNames.of(run, arm);
      Long median = held.contains(arm) ? median(points.get(arm), percentile.get()) : null;
      each.add(
          median != null
              ? figures.duration(percentile.get() + " of " + name, median) + " on " + name
              : counted.contains(arm)
                  ? name
                      + " sustains "
                      + figures.significantRate(
                          "sustained_rate of " + name, points.get(arm).achievedPerS())
                  : "no fork that counts on " + name);
    }
    return new BenchAnswer(
        !held.isEmpty() ? Kind.RESPONSE_TIME : isClosed ? Kind.REACHED_RATE : Kind.SUSTAINED_RATE,
        (held.isEmpty() ? "At " : percentile.get() + " at ")
            + run.load().rateText()
            + ": "
            + Numbers.and(each)
            + ".",
        figures);
  }

  private static boolean isUsableOf(ForkRecord fork, int arm) {
    return fork.place().arm() == arm && fork.validity().verdict() != Verdict.INVALID;
  }

  private static @Nullable Long median(Sweep.Point point, String percentile) {
    Spread spread = point.response().get(percentile);
    return spread == null ? null : spread.median();
  }

  /**
   * The answer of several rates, the lowest first, without a next action.
   *
   * @param arm its name, empty where the run has one
   */
  public static BenchAnswer knee(Sweep sweep, String arm) {
    List<Sweep.Point> points = sweep.points();
    int before = sweep.knee().knee().ratesBefore();
    String percentile = Numbers.percentileName(sweep.knee().percentile());
    String of = arm.isEmpty() ? "" : " of " + arm;
    double lowest = points.getFirst().load().ratePerS();
    FigureList figures = new FigureList();
    String text =
        switch (sweep.knee().knee().end()) {
          case SATURATED, DOUBLED ->
              before == 0
                  ? "The lowest rate, "
                      + figures.rate("lowest_rate" + of, lowest)
                      + ", is SATURATED: sweep lower rates."
                  : "The knee is at "
                      + figures.rate("knee" + of, points.get(before - 1).load().ratePerS())
                      + ": above it the task saturates, or "
                      + percentile
                      + " is more than twice its value at "
                      + figures.rate("lowest_rate" + of, lowest)
                      + ".";
          case NO_MORE_RATES ->
              "No knee up to "
                  + figures.rate("highest_rate" + of, points.getLast().load().ratePerS())
                  + ": "
                  + percentile
                  + " stays below twice its value at "
                  + figures.rate("lowest_rate" + of, lowest)
                  + ".";
          case UNKNOWN ->
              "Nothing is known of a knee: no fork at "
                  + figures.rate("unknown_rate" + of, points.get(before).load().ratePerS())
                  + " counts.";
        };
    return new BenchAnswer(Kind.KNEE, arm.isEmpty() ? text : arm + ": " + text, figures);
  }

  /** The same figure as in the run's summary, where it has one. */
  private static @Nullable Double median(
      RunRecord run, List<ForkRecord> forks, int arm, int load, String percentile, String kind) {
    Spread spread = run.spreads(arm, load, kind).get(percentile);
    if (spread != null) {
      Long median = spread.median();
      return median == null ? null : (Double) median.doubleValue();
    }
    double[] values =
        forks.stream()
            .map(fork ->
                kind.equals(SummaryKey.RESPONSE) ? fork.times().response() : fork.times().service())
            .map(figures -> figures.value(percentile))
            .filter(Objects::nonNull)
            .mapToDouble(Long::doubleValue)
            .toArray();
    return values.length < (forks.size() + 1) / 2 ? null : (Double) Median.of(values);
  }
}
