package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses what {@code perf stat} prints for people, also with {@code -r}, {@code -I}, {@code -A} and
 * {@code --per-thread}, in any locale.
 *
 * <p>A count has no decimals, so all its separators group thousands. A figure with a unit has two
 * decimals, a time nine, and a metric behind the {@code #} two or three.
 */
final class PerfStatText {
  static final String FORMAT = "perf stat";

  private static final String TITLE = "Performance counter stats for";
  private static final int SAMPLE = 40;

  /** Digits, in groups of a locale. */
  private static final String NUMBER =
      "[0-9]{1,20}(?:[.,'\\u2019\\u0020\\u00a0\\u202f\\ufffd][0-9]{1,12}){0,12}";

  private static final Pattern INTERVALS =
      Pattern.compile("#\\s+time\\s+(?:.{1,40}\\s)?counts\\s+unit\\s+events.*");
  private static final Pattern EVENT =
      Pattern.compile(
          "\\s*(?:(?<time>[0-9]{1,9}[.,][0-9]{9})\\s+)?"
              + "(?:(?<where>CPU[0-9]{1,6}|[SND][0-9]{1,6}(?:-[A-Z]{1,3}[0-9]{1,6}){0,4}"
              + "|\\S.{0,60}?-[0-9]{1,10})\\s+(?:[0-9]{1,5}\\s{2,})?)?"
              + "(?<value>"
              + NUMBER
              + "|<not counted>|<not supported>)\\s+"
              + "(?:(?<unit>[A-Za-z%][A-Za-z%/]{0,19})\\s+)?"
              + "(?<event>[A-Za-z_][^\\s#()]{0,300}(?: \\(msec\\))?)"
              + "\\s*"
              + "(?:#(?<metric>[^()\\[\\]]{0,200}))?"
              + "(?:\\(\\s*\\+-\\s*(?<spread>[0-9]{1,6}(?:[.,][0-9]{1,4})?)\\s*%\\s*\\)\\s*)?"
              + "(?:[(\\[]\\s*(?<percent>[0-9]{1,3}(?:[.,][0-9]{1,4})?)\\s*%\\s*[)\\]]\\s*)?");
  private static final Pattern METRIC =
      Pattern.compile(
          "#?\\s*(?<value>-?"
              + NUMBER
              + ")\\s*(?<percent>%?)\\s*"
              + "(?<name>[A-Za-z/][^()\\[\\]]{0,100}?)\\s*"
              + "(?:[(\\[]\\s*(?<share>[0-9]{1,3}(?:[.,][0-9]{1,4})?)\\s*%\\s*[)\\]]\\s*)?");
  private static final Pattern ELAPSED =
      Pattern.compile(
          "\\s*(" + NUMBER + ")\\s+(?:\\+-\\s+[0-9.,]{1,30}\\s+)?seconds time elapsed.*");
  private static final Pattern AROUND =
      Pattern.compile(
          "\\s*(?:"
              + NUMBER
              + "\\s+(?:\\+-\\s+[0-9.,]{1,30}\\s+)?seconds (?:user|sys).*"
              + "|"
              + NUMBER
              + " \\(.{1,20}"
              + "|Some events weren't counted\\..*|Try disabling the NMI watchdog.*"
              + "|The events in group usually have to be.*|Table of individual measurements.*"
              + "|# .*|echo [01] > .*|perf stat \\.\\.\\.|-+)");

  private final CaptureText text;
  private final Tally tally;

  private PerfStatText(CaptureText text, Tally tally) {
    this.text = text;
    this.tally = tally;
  }

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    List<Line> lines = text.lines();
    int title = 0;
    while (title < lines.size() && !lines.get(title).text().contains(TITLE)) {
      title++;
    }
    boolean titled = title < lines.size();
    boolean intervals =
        text.comments().stream()
                .map(comment -> comment.text().strip())
                .anyMatch(INTERVALS.asMatchPredicate())
            || (!titled && isIntervals(lines));
    if (!titled && !intervals) {
      return false;
    }
    new PerfStatText(text, tally)
        .parse(titled ? lines.subList(title + 1, lines.size()) : lines, titled && !intervals);
    return true;
  }

  /** Whether most lines begin with a time and have a figure: the head may be cut off. */
  private static boolean isIntervals(List<Line> lines) {
    List<Line> sample = lines.subList(0, Math.min(SAMPLE, lines.size()));
    long known =
        sample.stream()
            .map(line -> EVENT.matcher(line.text()))
            .filter(event -> event.matches() && event.group("time") != null)
            .count();
    return known > 0 && 2 * known >= sample.size();
  }

  private void parse(List<Line> lines, boolean elapsed) {
    boolean ended = false;
    CaptureText.Completeness complete = new CaptureText.Completeness();
    for (Line line : lines) {
      if (line.text().contains(TITLE)) {
        throw text.damaged(line, "a second capture in one file: give each a file of its own");
      }
      Matcher end = ELAPSED.matcher(line.text());
      Matcher event = EVENT.matcher(line.text());
      if (end.matches()) {
        tally.at(decimal(end.group(1)));
        ended = true;
      } else if (!AROUND.matcher(line.text()).matches()) {
        if (!event.matches()) {
          throw text.damaged(line, "no line of perf stat");
        }
        count(line, event, complete);
      }
    }
    complete.check(text);
    for (Line line : text.comments()) {
      String comment = line.text();
      Matcher found = METRIC.matcher(comment.strip());
      if (comment.startsWith(" ") && found.matches()) {
        metric(comment, share(found.group("share")));
      }
    }
    if (elapsed && !ended) {
      throw text.damaged(
          text.lines().getLast(), "cut off: perf stat ends with the seconds of elapsed time");
    }
  }

  private void count(Line line, Matcher found, CaptureText.Completeness complete) {
    String event = found.group("event").replace(" (msec)", "");
    if (found.group("time") != null) {
      tally.at(decimal(found.group("time")));
    }
    OptionalDouble percent = share(found.group("percent"));
    if (found.group("value").startsWith("<")) {
      tally.missing(event, found.group("value").contains("supported"));
      return;
    }
    if (percent.isPresent()) {
      complete.see(line, percent);
    }
    String unit = found.group("unit");
    boolean whole = unit == null ? !found.group("event").endsWith(" (msec)") : unit.equals("ns");
    OptionalDouble value = value(found.group("value"), whole);
    if (value.isEmpty()) {
      throw text.damaged(line, "the count of " + CaptureText.quoted(event) + " is no number");
    }
    double spread = share(found.group("spread")).orElse(0) / 100;
    tally.count(
        event, value.getAsDouble(), new Tally.Extent(percent, OptionalDouble.empty(), spread));
    String metric = found.group("metric");
    if (metric != null) {
      metric(metric, percent);
    }
  }

  private void metric(String printed, OptionalDouble percent) {
    Matcher found = METRIC.matcher(printed.strip());
    if (!found.matches()) {
      return;
    }
    PrintedMetric metric =
        PrintedMetric.of(
            found.group("percent") + " " + found.group("name"),
            Double.toString(decimal(found.group("value"))));
    if (metric != null) {
      tally.metric(metric.name(), metric.value(), percent);
    }
  }

  private static OptionalDouble share(@Nullable String printed) {
    return printed == null ? OptionalDouble.empty() : PrintedMetric.number(printed);
  }

  /** A count: its separators group thousands, unless they cannot. */
  private static OptionalDouble value(String printed, boolean whole) {
    OptionalDouble count = PrintedMetric.count(printed, whole ? "" : "unit");
    return count.isPresent() ? count : OptionalDouble.of(decimal(printed));
  }

  /** A figure with decimals: its last separator is the decimal one. */
  private static double decimal(String printed) {
    int last = Math.max(printed.lastIndexOf('.'), printed.lastIndexOf(','));
    String above = (last < 0 ? printed : printed.substring(0, last)).replaceAll("[^0-9-]", "");
    String below = last < 0 ? "" : "." + printed.substring(last + 1).replaceAll("[^0-9]", "");
    return Double.parseDouble(above + below);
  }
}
