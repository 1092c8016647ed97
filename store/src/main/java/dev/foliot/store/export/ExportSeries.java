package dev.foliot.store.export;

import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One kind of duration of one arm and load, over its forks.
 *
 * @param group the arm and the load
 * @param kind {@code response} …, {@code probe NAME}
 * @param tag lower-case letters, digits and hyphens
 * @param forks number of valid forks in the group, with or without this kind
 * @param rows the forks with this kind; never empty
 */
record ExportSeries(ExportGroup group, String kind, String tag, int forks, List<Row> rows) {
  private static final int LONGEST_NAME = 200;

  /**
   * One fork's record.
   *
   * @param fork which
   * @param figures what
   * @param tag tag in the fork's own log
   */
  record Row(ForkRecord fork, Percentiles figures, String tag) {}

  /** The kind, preceded by arm and load if several exist, as in summaries. */
  String name() {
    return group.name() + kind;
  }

  /** The same, followed by the parameters of the task if it has some, for a comment in a file. */
  String told(RunRecord run) {
    String params = run.arms().get(group.arm()).paramText();
    return name() + (params.isEmpty() ? "" : ", " + params);
  }

  /** The same with the rate for the load and the parameters for the arm. */
  String label() {
    return group.label() + kind;
  }

  /** The median, minimum and maximum over the forks. */
  record Range(double median, long min, long max) {}

  /** A foreign name in its exported form; a changed or cut one gets a tag to stay unique. */
  static String shown(String name, String tag) {
    StringBuilder shown = new StringBuilder();
    name.codePoints()
        .limit(LONGEST_NAME)
        .map(c -> isPlain(c) ? c : 0xFFFD)
        .forEach(shown::appendCodePoint);
    return shown.toString().equals(name) ? name : shown + " (" + tag + ")";
  }

  private static boolean isPlain(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  /**
   * A figure over the forks; empty if together they lack the data.
   *
   * @param name {@code min}, {@code max}, or the name of a percentile
   */
  Optional<Range> range(String name) {
    List<Percentiles> figures = rows.stream().map(Row::figures).toList();
    if (figures.size() < forks
        || (!name.equals("min") && !name.equals("max") && !ForkPercentile.carried(figures, name))) {
      return Optional.empty();
    }
    long[] values =
        figures.stream()
            .flatMapToLong(one -> Stream.ofNullable(value(one, name)).mapToLong(v -> v))
            .sorted()
            .toArray();
    if (values.length == 0 || values.length < forks) {
      return Optional.empty();
    }
    int half = values.length / 2;
    double median =
        values.length % 2 == 1 ? values[half] : (values[half - 1] + (double) values[half]) / 2;
    return Optional.of(new Range(median, values[0], values[values.length - 1]));
  }

  /** The names of its percentiles, in ascending order. */
  List<String> percentiles() {
    return Percentiles.namesOf(rows.stream().map(Row::figures).toList());
  }

  /** One fork's value of a figure. */
  static @Nullable Long value(Percentiles figures, String name) {
    return switch (name) {
      case "min" -> figures.min();
      case "max" -> figures.max();
      default -> ForkPercentile.value(figures, name);
    };
  }

  long count() {
    return rows.stream().mapToLong(row -> row.figures().count()).sum();
  }

  /** The mean of each fork with data. */
  List<Double> means() {
    return rows.stream().map(row -> row.figures().mean()).filter(Objects::nonNull).toList();
  }
}
