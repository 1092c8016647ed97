package dev.foliot.judgement.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.search.LatencyObjective;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.Percentiles;
import dev.foliot.store.load.RequestKind;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What must hold in each measured phase of a load test. Immutable. */
public sealed interface LoadAssertion {
  /** How it ended. */
  enum Outcome {
    /** It holds. */
    HELD,
    /** It does not hold. */
    MISSED,
    /** The data does not decide it. */
    UNDECIDED
  }

  /**
   * An assertion in one phase.
   *
   * @param outcome whether it holds
   * @param limit what was asked, with the load where there are several
   * @param text the figure beside it
   */
  record Judged(Outcome outcome, String limit, String text) {}

  /** The response times of all requests, or of one kind. */
  private static List<Percentiles> response(LoadTestResult result, int load, String request) {
    return request.isEmpty()
        ? result.forksOf(load).stream().map(fork -> fork.times().response()).toList()
        : kinds(result, load, request).stream().map(RequestKind::response).toList();
  }

  private static List<RequestKind> kinds(LoadTestResult result, int load, String request) {
    return result.requestsOf(load).stream()
        .map(RequestsRecord::requests)
        .flatMap(List::stream)
        .filter(kind -> kind.name().equals(request))
        .toList();
  }

  private static String of(String request) {
    return request.isEmpty() ? "" : request + ": ";
  }

  /**
   * A limit on a percentile of the response time: the median over the rounds counts.
   *
   * @param request the kind of request, empty for all
   * @param objective the limit
   */
  record Latency(String request, LatencyObjective objective) implements LoadAssertion {
    @Override
    public Judged judge(LoadTestResult result, int load) {
      List<Percentiles> figures = response(result, load, request);
      String name = of(request) + objective.shownPercentile();
      if (figures.isEmpty() || !ForkPercentile.carried(figures, objective.percentile())) {
        return new Judged(
            Outcome.UNDECIDED, toString(), name + " is not known: too few requests were answered");
      }
      List<Double> values = new ArrayList<>();
      for (Percentiles one : figures) {
        Long value = ForkPercentile.value(one, objective.percentile());
        if (value != null) {
          values.add(value.doubleValue());
        }
      }
      long median = Math.round(Median.of(values));
      return judged(
          objective.isKeptBy(median),
          this,
          name + " is " + Numbers.duration(median) + ", asked is " + objective);
    }

    @Override
    public void mustBeDecidedBy(double requests) {
      double needed = NEEDED / objective.beyondShare();
      if (requests < needed) {
        throw FoliotException.usage(
            "%s needs %s requests, and this load has %s: give a longer --duration or a higher --rate"
                .formatted(
                    objective.shownPercentile(),
                    Numbers.count(Math.round(needed)),
                    Numbers.count(Math.round(requests))));
      }
    }

    @Override
    public String toString() {
      return of(request) + objective;
    }
  }

  /**
   * A limit on the mean or the maximum of the response time: the median over the rounds counts of
   * the mean, the maximum over the rounds of the maximum.
   *
   * @param request the kind of request, empty for all
   * @param isMaximum whether it is the maximum
   * @param inclusive whether the limit itself is allowed
   * @param limitNs above 0
   */
  record Extent(String request, boolean isMaximum, boolean inclusive, long limitNs)
      implements LoadAssertion {
    @Override
    public Judged judge(LoadTestResult result, int load) {
      List<Double> values =
          response(result, load, request).stream()
              .flatMap(one -> Stream.ofNullable(isMaximum ? number(one.max()) : one.mean()))
              .toList();
      if (values.isEmpty()) {
        return new Judged(
            Outcome.UNDECIDED,
            toString(),
            of(request) + name() + " is not known: nothing was answered");
      }
      double found =
          isMaximum
              ? values.stream().mapToDouble(Double::doubleValue).max().orElseThrow()
              : Median.of(values);
      return judged(
          inclusive ? found <= limitNs : found < limitNs,
          this,
          of(request) + name() + " is " + Numbers.duration(found) + ", asked is " + limit());
    }

    private static @Nullable Double number(@Nullable Long ns) {
      return ns == null ? null : (Double) ns.doubleValue();
    }

    private String name() {
      return isMaximum ? "max" : "mean";
    }

    private String limit() {
      return name()
          + (inclusive ? " <= " : " < ")
          + TimeSpan.format(limitNs).replaceFirst("(?<=\\d)(?=[a-z])", " ");
    }

    @Override
    public String toString() {
      return of(request) + limit();
    }
  }

  /**
   * A limit on the share of failed requests.
   *
   * @param request the kind of request, empty for all
   * @param limit from 0 to 1
   * @param inclusive whether the limit itself is allowed
   */
  record Errors(String request, double limit, boolean inclusive) implements LoadAssertion {
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    @Override
    public Judged judge(LoadTestResult result, int load) {
      double failed = request.isEmpty() ? result.failedShare(load) : ofKind(result, load);
      return judged(
          inclusive ? failed <= limit : failed < limit,
          this,
          of(request) + shown(failed) + " of the requests failed, asked is " + asked());
    }

    private double ofKind(LoadTestResult result, int load) {
      long ended = 0;
      long failed = 0;
      for (RequestKind kind : kinds(result, load, request)) {
        ended += kind.requests();
        failed += kind.errors().values().stream().mapToLong(Long::longValue).sum();
      }
      return ended == 0 ? 0 : (double) failed / ended;
    }

    private static String shown(double share) {
      return BigDecimal.valueOf(100 * share).round(FOUR_DIGITS).stripTrailingZeros().toPlainString()
          + " %";
    }

    private String asked() {
      return "errors " + (inclusive ? "<= " : "< ") + shown(limit);
    }

    @Override
    public String toString() {
      return of(request) + asked();
    }
  }

  /**
   * The lowest rate of successful answers.
   *
   * @param least the rate
   * @param inclusive whether the rate itself is enough
   */
  record AchievedRate(Rate least, boolean inclusive) implements LoadAssertion {
    @Override
    public String request() {
      return "";
    }

    @Override
    public Judged judge(LoadTestResult result, int load) {
      double achieved =
          Median.of(
              result.forksOf(load).stream().map(fork -> fork.messages().achievedPerS()).toList());
      return judged(
          inclusive ? achieved >= least.perSecond() : achieved > least.perSecond(),
          this,
          Numbers.rate(achieved) + " were answered, asked is " + this);
    }

    @Override
    public String toString() {
      return "rate " + (inclusive ? ">= " : "> ") + Numbers.rate(least.perSecond());
    }
  }

  /** Ten requests must lie beyond a percentile. */
  double NEEDED = 10;

  /** The kind of request that it is about; empty for all. */
  String request();

  /**
   * Whether it holds.
   *
   * @param load a load of the result with at least one fork
   */
  Judged judge(LoadTestResult result, int load);

  /**
   * Refuses a load that cannot decide it.
   *
   * @param requests of all rounds together
   * @throws FoliotException with the remedy
   */
  default void mustBeDecidedBy(double requests) {}

  private static Judged judged(boolean holds, LoadAssertion asked, String text) {
    return new Judged(holds ? Outcome.HELD : Outcome.MISSED, asked.toString(), text);
  }

  /**
   * Judges all of them in each load of a result, the missed ones first.
   *
   * @param assertions as {@link #parse} reads them
   */
  static List<Judged> judge(List<LoadAssertion> assertions, LoadTestResult result) {
    List<Judged> all = new ArrayList<>();
    int loads = result.run().loads().size();
    for (int load = 0; load < loads; load++) {
      if (result.forksOf(load).isEmpty()) {
        continue;
      }
      String at = loads == 1 ? "" : " at " + result.run().loads().get(load).rateText();
      for (LoadAssertion assertion : assertions) {
        Judged one = assertion.judge(result, load);
        all.add(new Judged(one.outcome(), one.limit() + at, one.text() + at));
      }
    }
    all.sort((a, b) -> Boolean.compare(a.outcome() == Outcome.HELD, b.outcome() == Outcome.HELD));
    return all;
  }

  /** The percentiles that assertions are about. */
  static List<String> percentiles(List<LoadAssertion> assertions) {
    return assertions.stream()
        .filter(Latency.class::isInstance)
        .map(one -> ((Latency) one).objective().percentile())
        .distinct()
        .toList();
  }

  /**
   * Parses {@code p99<20ms}, {@code mean<5ms}, {@code max<1s}, {@code errors<0.1%} or {@code
   * rate>990/s}, several with commas. All but the rate may be of one kind of request, as in {@code
   * orders: p95<80ms}.
   *
   * @throws BadOptionException for any other text, with the fix
   */
  static List<LoadAssertion> parse(String text) {
    List<LoadAssertion> all = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      all.add(one(part.strip()));
    }
    return all;
  }

  private static LoadAssertion one(String text) {
    Matcher named = Forms.OF_REQUEST.matcher(text);
    String request = named.matches() ? named.group("request").strip() : "";
    String limit = named.matches() ? named.group("limit") : text;
    Matcher errors = Forms.ERRORS.matcher(limit);
    if (errors.matches()) {
      double share = Double.parseDouble(errors.group("limit")) / 100;
      boolean inclusive = errors.group("sign").length() > 1;
      if (share > 1 || (share == 0 && !inclusive)) {
        throw new BadOptionException(
            "'"
                + Shown.text(text)
                + "' "
                + (share > 1 ? "is more than all requests" : "can never hold: write errors<=0%"));
      }
      return new Errors(request, share, inclusive);
    }
    Matcher rate = Forms.RATE.matcher(limit);
    if (rate.matches()) {
      if (!request.isEmpty()) {
        throw new BadOptionException(
            "'" + Shown.text(text) + "': a rate is of all requests: leave the name out");
      }
      return new AchievedRate(Rate.parse(rate.group("limit")), rate.group("sign").length() > 1);
    }
    Matcher extent = Forms.EXTENT.matcher(limit);
    if (extent.matches()) {
      long limitNs =
          TimeSpan.parseNs(
              extent.group("limit").replaceFirst("(?<=[0-9]) (?=(us|ms|s|min|h)$)", ""));
      if (limitNs == 0) {
        throw new BadOptionException("'" + Shown.text(text) + "': the limit must be above zero");
      }
      return new Extent(
          request,
          extent.group("figure").equals("max"),
          extent.group("sign").length() > 1,
          limitNs);
    }
    if (!limit.startsWith("p")) {
      throw new BadOptionException(
          "'"
              + Shown.text(text)
              + "' is no assertion: write for example 'p99<20ms, mean<5ms, errors<0.1%,"
              + " orders: p95<80ms, rate>990/s'");
    }
    return new Latency(request, LatencyObjective.parseAny(limit));
  }

  /** The forms of assertions. */
  final class Forms {
    private static final Pattern OF_REQUEST =
        Pattern.compile(
            "(?<request>\\S.{0,99}?):\\s*"
                + "(?<limit>(?:p[0-9.]+|mean|max|errors|rate)\\s*[<>].{1,50})");
    private static final Pattern ERRORS =
        Pattern.compile("errors\\s*(?<sign><=?)\\s*(?<limit>[0-9]{1,3}(?:\\.[0-9]{1,6})?)\\s*%");
    private static final Pattern RATE =
        Pattern.compile("rate\\s*(?<sign>>=?)\\s*(?<limit>[^<>=]{1,40})");
    private static final Pattern EXTENT =
        Pattern.compile("(?<figure>mean|max)\\s*(?<sign><=?)\\s*(?<limit>[^<>=]{1,40})");

    private Forms() {}
  }
}
