package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.rows.FileColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Chooses the role of each column: as requested, otherwise by names and content. */
public final class Roles {
  private static final int MOST_LABEL_VALUES = 1_000;
  private static final int MOST_LABELS = 64;
  private static final int MOST_NUMBERS = 12;
  private static final int FEWEST_ROWS_OF_A_NUMBER = 20;
  private static final int MOST_OTHERS = 32;

  /** A node may lack a few rows. */
  private static final double NEARLY = 0.1;

  /** A number with a unit that is not known, which is no name of a node. */
  private static final Pattern QUANTITY =
      Pattern.compile("[+-]?[0-9]+([.,][0-9]+\\s*|\\s+)\\p{L}.*");

  static final String DECIMALS =
      "could be two numbers: say which sign is before the decimals, with --decimal , or --decimal"
          + " .";

  private final Columns columns;
  private final FleetRequest request;
  private final Set<String> used = new HashSet<>();
  private final List<String> guesses = new ArrayList<>();
  private final WideColumns wide;

  private Roles(Columns columns, FleetRequest request) {
    this.columns = columns;
    this.request = request;
    this.wide = new WideColumns(columns, request, used, guesses);
  }

  /**
   * Chooses the roles.
   *
   * @throws FleetException if a column is missing, or a role cannot be guessed
   */
  public static Layout of(Columns columns, FleetRequest request) {
    return new Roles(columns, request).decide();
  }

  private Layout decide() {
    for (Condition condition : Condition.all(request.series().where())) {
      columns.required("--where", condition.column());
    }
    Column time = new TimeRole(columns, request, guesses).decide();
    if (time != null) {
      use(time);
    }
    Column node = wide.areAskedFor() ? null : node(time);
    if (node == null) {
      return wide.layout(time);
    }
    List<String> series = series();
    Column start = start();
    List<String> labels = new ArrayList<>();
    for (String name : request.columns().labels()) {
      labels.add(use(columns.required("--label", name)).name());
    }
    Measure metric = new Metric(columns, request, used, guesses, time != null).decide();
    Set<String> values = new LinkedHashSet<>(Expression.columns(metric.metric()));
    if (metric.load() != null) {
      values.addAll(Expression.columns(metric.load()));
    }
    for (String value : values) {
      Column column = columns.required("--metric", value);
      columns.refuseUnclear(column, column.style().decimal() == null, DECIMALS);
    }
    used.addAll(values);
    List<String> others = others();
    List<String> apart = new ArrayList<>(series);
    if (labels.isEmpty()) {
      labels.addAll(labels(apart));
    } else {
      apart.addAll(texts());
    }
    values.addAll(others);
    return new Layout(
        List.of(),
        new Layout.Place(
            node.name(),
            time == null ? null : time.name(),
            start == null ? null : start.name(),
            start != null && isUptime(start),
            request.columns().node() == null || request.columns().time() == null),
        List.copyOf(values),
        metric,
        others,
        new Layout.TextColumns(labels, apart),
        new Layout.Series(series, !request.series().sum().isEmpty()),
        guesses);
  }

  /** The columns over whose values the series of a node are joined. */
  private List<String> series() {
    List<String> series = new ArrayList<>();
    for (String name : request.series().sum()) {
      series.add(use(columns.required("--sum", name)).name());
    }
    for (String name : request.series().mean()) {
      series.add(use(columns.required("--mean", name)).name());
    }
    return series;
  }

  private Column use(Column column) {
    used.add(column.name());
    return column;
  }

  private @Nullable Column node(@Nullable Column time) {
    if (request.columns().node() != null) {
      return use(columns.required("--node", request.columns().node()));
    }
    Column named =
        columns.called(
            KnownNames.NODE,
            column ->
                !used.contains(column.name())
                    // a number that differs in each row is a row number
                    && (column.kind() != Column.Kind.NUMBER || time == null || column.repeats()));
    if (named != null) {
      guesses.add(
          "The node is column "
              + Texts.quote(named.name())
              + ", by its name (--node says another).");
      return use(named);
    }
    Column repeating =
        columns.without(used).stream()
            .filter(column -> column.kind() == Column.Kind.TEXT)
            .filter(column -> !column.name().equals(FileColumn.NAME))
            .filter(column -> !QUANTITY.matcher(column.style().text()).matches())
            .filter(column -> column.distinct() >= 2 && (time == null || column.repeats()))
            .max(Comparator.comparingInt(Column::distinct))
            .orElse(null);
    if (repeating == null) {
      repeating = file(time);
    }
    Column each = repeating == null ? oneAtEachTime(time) : null;
    if (each != null) {
      guesses.add(
          "The node is column %s, since each time has one row of each of its %d values (--node says another)."
              .formatted(Texts.quote(each.name()), each.distinct()));
      return use(each);
    }
    if (repeating != null) {
      guesses.add(
          "The node is column %s, which has %s different values (--node says another)."
              .formatted(
                  Texts.quote(repeating.name()),
                  repeating.distinct() == Column.MANY
                      ? "very many"
                      : String.valueOf(repeating.distinct())));
      return use(repeating);
    }
    return null;
  }

  /** The only column of numbers with as many values as rows share a time; null for none. */
  private @Nullable Column oneAtEachTime(@Nullable Column time) {
    if (time == null || !WideColumns.shareTimes(time)) {
      return null;
    }
    List<Column> each =
        columns.without(used).stream()
            .filter(column -> column.kind() == Column.Kind.NUMBER && column.distinct() >= 2)
            .filter(column -> column.distinct() != Column.MANY)
            .filter(column -> {
              double rows = (double) column.distinct() * time.distinct();
              return Math.abs(rows - time.filled()) <= NEARLY * time.filled();
            })
            .toList();
    return each.size() == 1 ? each.getFirst() : null;
  }

  /** The file name, if each file belongs to a node. */
  private @Nullable Column file(@Nullable Column time) {
    // names of files may be numbers
    Column file =
        columns.called(
            List.of(FileColumn.NAME),
            column -> column.tells() || column.kind() == Column.Kind.NUMBER);
    return file == null || wide.areLikely(time) ? null : file;
  }

  private @Nullable Column start() {
    if (request.columns().start() != null) {
      return use(columns.required("--start", request.columns().start()));
    }
    Column named = columns.called(KnownNames.START, column -> !used.contains(column.name()));
    if (named != null) {
      guesses.add(
          "When the node's process began is column %s, by its name (--start says another)."
              .formatted(Texts.quote(named.name())));
      return use(named);
    }
    Column uptime =
        columns.called(
            KnownNames.UPTIME, column -> !used.contains(column.name()) && isUptime(column));
    if (uptime != null) {
      guesses.add(
          "The node's process began again where column %s falls, by its name (--start says another)."
              .formatted(Texts.quote(uptime.name())));
      return use(uptime);
    }
    return null;
  }

  private static boolean isUptime(Column column) {
    return column.kind() == Column.Kind.NUMBER
        && KnownNames.UPTIME.contains(column.name().toLowerCase(Locale.ROOT));
  }

  /** Further columns of numbers; means of counters are meaningless. */
  private List<String> others() {
    List<String> others =
        wide.numbers().stream().filter(name -> !KnownNames.isCounter(name)).toList();
    if (others.size() > MOST_OTHERS) {
      guesses.add(
          "Of %d further columns of numbers the first %d are tried as an explanation."
              .formatted(others.size(), MOST_OTHERS));
      return others.subList(0, MOST_OTHERS);
    }
    return others;
  }

  /** For example cores or a generation of machines. */
  private static boolean isOfFewNumbers(Column column) {
    return column.kind() == Column.Kind.NUMBER
        && column.distinct() > 1
        && column.distinct() <= MOST_NUMBERS
        && column.filled() >= (long) FEWEST_ROWS_OF_A_NUMBER * column.distinct();
  }

  /** All columns of text without another role. */
  private List<String> texts() {
    return columns.without(used).stream()
        .filter(Column::tells)
        .map(Column::name)
        .limit(MOST_LABELS)
        .toList();
  }

  /** Those that may explain bands; others that tell series apart are added to a list. */
  private List<String> labels(List<String> apart) {
    List<String> labels = new ArrayList<>();
    List<String> rich = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    for (Column column : columns.without(used)) {
      // the file's name is no property of a node, unless requested
      boolean property = !column.name().equals(FileColumn.NAME);
      if (property && column.tells() && column.distinct() > 1) {
        (column.distinct() <= MOST_LABEL_VALUES ? labels : rich).add(column.name());
      } else if (isOfFewNumbers(column)) {
        numbers.add(column.name());
      }
    }
    if (!numbers.isEmpty()) {
      labels.addAll(numbers);
      guesses.add(
          "Tried as labels, for their few different numbers, where they hold still: %s (--label)."
              .formatted(Texts.list(numbers)));
    }
    apart.addAll(rich.size() > MOST_LABELS ? rich.subList(0, MOST_LABELS) : rich);
    if (!rich.isEmpty()) {
      guesses.add(
          "Not tried as an explanation, for more than %d values: %s (--label)."
              .formatted(MOST_LABEL_VALUES, Texts.list(rich)));
    }
    return labels.size() > MOST_LABELS ? labels.subList(0, MOST_LABELS) : labels;
  }
}
