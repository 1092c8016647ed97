package dev.foliot.judgement.answer;

import dev.foliot.store.explain.StopKind;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes of level in sentences. Times are in UTC; the day is left out if it is the data's last.
 * Numbers that count steps or years stay numbers.
 */
final class FleetOnsetText {
  private static final int LONGEST_NAME = 100;
  private static final int MOST_NAMED = 8;
  private static final double US_PER_S = 1e6;

  /** A shorter interval needs seconds. */
  private static final double FINE_US = 120 * US_PER_S;

  private static final int COUNT_DIGITS = 3;
  private static final double WHOLE_FROM = 100;

  /** Early in 1973. */
  private static final long COUNTS_BELOW_US = 100_000_000_000_000L;

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

  private FleetOnsetText() {}

  /** A fleet in a list: {@code since 14:05: 16 of 64 nodes}. */
  static String brief(FleetRecord fleet) {
    return fleet.finding().onsets().stream()
        .filter(FleetOnset::isOfSome)
        .findFirst()
        .map(onset ->
            "since "
                + time(onset.time().fromUs(), onset, fleet)
                + ": "
                + onset.changed()
                + " of "
                + onset.of()
                + " nodes")
        .orElse("a change");
  }

  /** The sentence of one change. */
  static String sentence(FleetOnset onset, FleetRecord fleet) {
    String metric = Shown.text(fleet.metric(), LONGEST_NAME);
    String which = names(onset);
    String with = with(onset);
    String tail =
        which.isEmpty() && with.isEmpty()
            ? ""
            : ": " + with + (with.isEmpty() || which.isEmpty() ? "" : "; ") + which;
    String who =
        onset.kind() == FleetOnset.Kind.ALL
            ? "all " + Numbers.count(onset.of(), "node")
            : "%s of %s"
                .formatted(Numbers.count(onset.changed()), Numbers.count(onset.of(), "node"));
    return switch (onset.kind()) {
      case ONSET -> since(onset, fleet) + " " + who + " " + take(onset, metric, false) + tail + ".";
      case EPISODE ->
          since(onset, fleet) + " " + who + " " + take(onset, metric, true) + tail + ".";
      case DRIFT ->
          "Drift: %s change steadily, from %s to %s %s%s."
              .formatted(
                  who,
                  Numbers.significant(onset.before(), 3),
                  Numbers.significant(onset.after(), 3),
                  metric,
                  tail);
      case ALL ->
          since(onset, fleet)
              + " "
              + who
              + " "
              + take(onset, metric, false)
              + ": a change of work or of what all share.";
    };
  }

  private static String since(FleetOnset onset, FleetRecord fleet) {
    FleetOnset.Time time = onset.time();
    String interval =
        " (%s to %s)"
            .formatted(
                shown(time.fromLowUs(), onset, fleet), shown(time.fromHighUs(), onset, fleet));
    Long until = time.untilUs();
    return until == null
        ? "Since " + time(time.fromUs(), onset, fleet) + interval
        : "From "
            + time(time.fromUs(), onset, fleet)
            + interval
            + " to "
            + shown(until, onset, fleet);
  }

  private static String take(FleetOnset onset, String metric, boolean over) {
    Double times = FleetSentences.isNothing(onset.before(), onset.after()) ? null : onset.times();
    String take = onset.changed() == 1 && onset.kind() != FleetOnset.Kind.ALL ? "takes" : "take";
    String verb = over ? "took" : take;
    StopKind cause = onset.level().cause();
    if (cause != null && times != null) {
      return lose(onset, cause, over)
          + " ("
          + Numbers.significant(times, 3)
          + " times the "
          + metric
          + ")";
    }
    return times == null
        ? "%s %s of %s instead of %s"
            .formatted(
                over ? "had" : onset.changed() == 1 ? "has" : "have",
                FleetSentences.nearly(onset.after(), onset.before()),
                metric,
                FleetSentences.nearly(onset.before(), onset.after()))
        : verb
            + " "
            + Numbers.significant(times, 3)
            + (times < 1 ? " of the " : " times the ")
            + metric
            + (times < 1 ? " of before" : "");
  }

  private static String lose(FleetOnset onset, StopKind cause, boolean over) {
    String lose = over ? "lost" : onset.changed() == 1 ? "loses" : "lose";
    String what =
        cause == StopKind.TIME_TO_SAFEPOINT
            ? "late safepoints"
            : WatchColumn.STOPS.entrySet().stream()
                .filter(one -> one.getValue() == cause)
                .map(one -> one.getKey().words())
                .findFirst()
                .orElse(cause.code());
    return lose + (onset.after() < onset.before() ? " less time to " : " time to ") + what;
  }

  private static String with(FleetOnset onset) {
    FleetExplanations by = onset.explanations();
    String restarts =
        2 * onset.restarted() >= Math.max(1, onset.nodes().size()) && onset.restarted() > 0
            ? "with a restart of "
                + (onset.nodes().size() == 1 ? "it" : Numbers.count(onset.restarted()))
            : "";
    String labels = "";
    if (!by.explainedBy().isEmpty()) {
      labels = "explained by " + FleetExplanationText.named(by.explainedBy());
    } else if (!by.goesWith().isEmpty()) {
      labels = "look at " + FleetExplanationText.named(by.goesWith());
    }
    return restarts + (restarts.isEmpty() || labels.isEmpty() ? "" : "; ") + labels;
  }

  private static String names(FleetOnset onset) {
    List<String> nodes = onset.nodes();
    int more = nodes.size() - MOST_NAMED;
    return nodes.stream()
            .limit(MOST_NAMED)
            .map(name -> Shown.text(name, LONGEST_NAME))
            .collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** What to do about the first change. */
  static String purpose(FleetRecord fleet, @Nullable FleetPair pair, String unchanged) {
    return fleet.finding().onsets().stream()
        .filter(FleetOnset::isOfSome)
        .findFirst()
        .map(onset ->
            "Look for what changed on these nodes at "
                + time(onset.time().fromUs(), onset, fleet)
                + " (a deploy, the configuration, a neighbour, the host), and run foliot diagnose"
                + " PID under load on "
                + changed(onset, pair)
                + " and on "
                + (pair == null
                    ? unchanged
                    : FleetSentences.quoted(
                        changed(onset, pair).equals(FleetSentences.quoted(pair.slow()))
                            ? pair.fast()
                            : pair.slow()))
                + ", which did not change, then foliot compare RUN RUN.")
        .orElse("");
  }

  private static String changed(FleetOnset onset, @Nullable FleetPair pair) {
    return FleetSentences.quoted(
        pair == null
            ? onset.nodes().getFirst()
            : onset.nodes().contains(pair.slow()) ? pair.slow() : pair.fast());
  }

  /** A moment; of a column that counts, with its name: {@code step 1810}. */
  private static String time(long us, FleetOnset onset, FleetRecord fleet) {
    String column = fleet.input().columns().time();
    return (counts(fleet) && column != null ? Shown.text(column, LONGEST_NAME) + " " : "")
        + shown(us, onset, fleet);
  }

  private static String shown(long us, FleetOnset onset, FleetRecord fleet) {
    if (counts(fleet)) {
      double count = us / US_PER_S;
      // as the file has it, without a separator of thousands
      return count >= WHOLE_FROM
          ? Long.toString(Math.round(count))
          : Numbers.significant(count, COUNT_DIGITS);
    }
    LocalDateTime time = at(us);
    LocalDate last = at(fleet.data().period().lastUs()).toLocalDate();
    return time.format(
        onset.time().fromHighUs() - onset.time().fromLowUs() < FINE_US
            ? SECOND
            : time.toLocalDate().equals(last) ? TIME : DAY);
  }

  /** Whether the column of the time counts steps, years or seconds, and not since 1970. */
  private static boolean counts(FleetRecord fleet) {
    return fleet.data().period().firstUs() >= 0 && fleet.data().period().lastUs() < COUNTS_BELOW_US;
  }

  private static LocalDateTime at(long us) {
    return LocalDateTime.ofInstant(
        Instant.ofEpochSecond(Math.floorDiv(us, (long) US_PER_S)), ZoneOffset.UTC);
  }
}
