package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses what {@code foliot counters record} writes: runs of {@code perf stat -x}, one after the
 * other, each with few enough events that all have a counter all the time.
 *
 * <p>Each round counts instructions beside its own events. An event's rate is that of its own
 * rounds, and its count is what this rate gives for the instructions of all rounds. Rounds are
 * repeated: the spread of an event's rate over its repetitions is its error.
 */
public final class RoundsFile {
  /** How a file begins. */
  public static final String FIRST_LINE =
      "# foliot counters record: rounds of perf stat, without multiplexing";

  /** How a round begins; its number follows. */
  public static final String ROUND = "# round ";

  /** What follows the number where the round has top-down levels alone. */
  public static final String LEVELS = " levels";

  /** How the line with the processor begins. */
  public static final String CPU = "# cpu ";

  /** Between the fields of a line. */
  public static final String SEPARATOR = ";";

  static final String FORMAT = "foliot counters record";

  private static final Set<String> CLOCKS = Set.of("task-clock", "cpu-clock");
  private static final int LEAST_TO_SPREAD = 3;

  private final List<Part> parts = new ArrayList<>();
  private final Map<String, Boolean> missing = new LinkedHashMap<>();

  /** A count of one round. */
  private record Count(double value, double percent) {}

  /** One round of one repetition. */
  private static final class Part {
    private final Map<String, Count> counts = new LinkedHashMap<>();
    private final List<PrintedMetric> levels = new ArrayList<>();
    private final boolean ofLevels;
    private double seconds;

    Part(boolean ofLevels) {
      this.ofLevels = ofLevels;
    }

    /** Instructions, of all kinds of cores; 0 for none. */
    double instructions() {
      return counts.entrySet().stream()
          .filter(entry -> EventName.of(entry.getKey()).name().equals("instructions"))
          .mapToDouble(entry -> entry.getValue().value())
          .sum();
    }
  }

  /** What counts are divided by. */
  private interface Base {
    double of(Part part);
  }

  private RoundsFile() {}

  static boolean is(CaptureText text) {
    return !text.comments().isEmpty() && text.comments().getFirst().text().equals(FIRST_LINE);
  }

  static void read(CaptureText text, Tally tally) {
    RoundsFile file = new RoundsFile();
    CaptureText.Completeness complete = new CaptureText.Completeness();
    List<Line> comments = new ArrayList<>(text.comments());
    @Nullable Part part = null;
    for (Line line : text.lines()) {
      while (!comments.isEmpty() && comments.getFirst().number() < line.number()) {
        String said = comments.removeFirst().text();
        if (said.startsWith(CPU)) {
          tally.cpu(said.substring(CPU.length()));
        } else if (said.startsWith(ROUND)) {
          part = new Part(said.endsWith(LEVELS));
          file.parts.add(part);
        }
      }
      if (part == null) {
        throw text.damaged(line, "a line before the first round");
      }
      file.add(text, line, part, complete);
    }
    complete.check(text);
    file.addTo(tally);
  }

  private void add(CaptureText text, Line line, Part part, CaptureText.Completeness complete) {
    PerfStatLine said = PerfStatLine.of(PerfStatCsv.fields(line.text(), SEPARATOR), SEPARATOR);
    if (said == null) {
      throw text.damaged(line, "no line of perf stat -x");
    }
    part.seconds = Math.max(part.seconds, said.seconds().orElse(0));
    if (part.ofLevels) {
      said.metrics().stream()
          .filter(metric -> metric.name().endsWith(" (%)") && !metric.name().contains(" of "))
          .forEach(part.levels::add);
      return;
    }
    String event = said.event();
    if (event == null) {
      return;
    }
    OptionalDouble value = said.value();
    if (value.isEmpty()) {
      missing.merge(event, said.isUnsupported(), Boolean::logicalAnd);
      return;
    }
    complete.see(line, said.extent().percent());
    double percent = said.extent().percent().orElse(100);
    part.counts.merge(
        event,
        new Count(value.getAsDouble(), percent),
        (a, b) -> new Count(a.value() + b.value(), Math.min(a.percent(), b.percent())));
  }

  private void addTo(Tally tally) {
    List<Part> counted = parts.stream().filter(part -> !part.ofLevels).toList();
    Set<String> events = new LinkedHashSet<>();
    counted.forEach(part -> events.addAll(part.counts.keySet()));
    events.forEach(event -> add(event, counted, tally));
    missing.forEach((event, unsupported) -> {
      if (!events.contains(event)) {
        tally.missing(event, unsupported);
      }
    });
    tally.at(counted.stream().mapToDouble(part -> part.seconds).sum());
    parts.stream()
        .flatMap(part -> part.levels.stream())
        .forEach(level -> tally.metric(level.name(), level.value()));
  }

  private static void add(String event, List<Part> all, Tally tally) {
    List<Part> own = all.stream().filter(part -> part.counts.containsKey(event)).toList();
    boolean perInstruction = own.stream().allMatch(part -> part.instructions() > 0);
    Base base = perInstruction ? Part::instructions : part -> part.seconds;
    double value = own.stream().mapToDouble(part -> value(part, event)).sum();
    double ofOwn = own.stream().mapToDouble(base::of).sum();
    double ofAll = all.stream().mapToDouble(base::of).sum();
    double percent =
        own.stream().mapToDouble(part -> count(part, event).percent()).min().orElse(100);
    boolean isClock = CLOCKS.contains(EventName.of(event).name().toLowerCase(Locale.ROOT));
    tally.extrapolated(
        event,
        own.size() < all.size() && ofOwn > 0 ? value / ofOwn * ofAll : value,
        new Tally.Extent(
            OptionalDouble.of(percent),
            OptionalDouble.empty(),
            isClock ? 0 : spread(own, event, base)),
        value);
  }

  private static double value(Part part, String event) {
    return count(part, event).value();
  }

  private static Count count(Part part, String event) {
    return part.counts.getOrDefault(event, new Count(0, 100));
  }

  /** The standard error of the mean rate, as a share of it; 0 where too few rounds tell. */
  private static double spread(List<Part> own, String event, Base base) {
    double[] rates =
        own.stream()
            .filter(part -> base.of(part) > 0)
            .mapToDouble(part -> value(part, event) / base.of(part))
            .toArray();
    if (rates.length < LEAST_TO_SPREAD) {
      return 0;
    }
    double mean = 0;
    for (double rate : rates) {
      mean += rate / rates.length;
    }
    double squares = 0;
    for (double rate : rates) {
      squares += (rate - mean) * (rate - mean);
    }
    return mean > 0 ? Math.sqrt(squares / (rates.length - 1) / rates.length) / mean : 0;
  }
}
