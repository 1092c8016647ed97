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
  private static final int LEAST_REPEATS = 2;
  private static final int LONGEST_CELL = 60;

  /** A node may lack a few rows. */
  private static final double NEARLY = 0.1;

  /** With so many columns beside it, one that is called "total" is no node. */
  private static final int FEWEST_PARTS = 2;

  /** A number with a unit that is not known, which is no name of a node. */
  private static final Pattern QUANTITY =
      Pattern.compile("[+-]?[0-9]+([.,][0-9]+\\s*|\\s+)\\p{L}.*");

  private static final String DATES =
      "could be of two days: say which with --dates day-first or --dates month-first";
  private static final String DECIMALS =
      "could be two numbers: say which sign is before the decimals, with --decimal , or --decimal"
          + " .";

  private final Columns columns;
  private final FleetRequest request;
  private final Set<String> used = new HashSet<>();
  private final List<String> guesses = new ArrayList<>();

  private Roles(Columns columns, FleetRequest request) {
    this.columns = columns;
    this.request = request;
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
    Column time = time();
    if (time != null) {
      refuseTexts(time);
      refuseUnclear(time, time.style().order() == null, DATES);
    }
    Column node = isWideAskedFor() ? null : node(time);
    if (node == null) {
      return wide(time);
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
      refuseUnclear(column, column.style().decimal() == null, DECIMALS);
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

  private void refuseUnclear(Column column, boolean unclear, String remedy) {
    if (unclear && !column.style().unclear().isEmpty()) {
      throw new FleetException(
          "%s: column %s has %s, which %s"
              .formatted(
                  columns.source(),
                  Texts.quote(column.name()),
                  Texts.quote(column.style().unclear()),
                  remedy));
    }
  }

  private Column use(Column column) {
    used.add(column.name());
    return column;
  }

  /** A tenth of the cells, or more, are no times. */
  private void refuseTexts(Column time) {
    if (time.kind() == Column.Kind.TEXT && !time.style().text().isEmpty()) {
      throw new FleetException(
          "%s: column %s holds no times, as %s: give ISO 8601, or a number since 1970 in s, ms, us or ns"
              .formatted(
                  columns.source(),
                  Texts.quote(time.name()),
                  Texts.quote(Texts.line(time.style().text(), LONGEST_CELL))));
    }
  }

  /**
   * The column of the time as far as names and types tell, before its cells are counted.
   *
   * @return null if only the cells tell
   */
  public static @Nullable Column timeByName(Columns columns, FleetRequest request) {
    if (request.columns().time() != null) {
      return columns.required("--time", request.columns().time());
    }
    Column named = timeByName(columns);
    if (named != null) {
      return named;
    }
    Column time = columns.first(Column.Kind.TIME);
    Column text = columns.first(Column.Kind.TEXT);
    boolean mayBeText = text != null && columns.all().indexOf(text) < columns.all().indexOf(time);
    return mayBeText ? null : time;
  }

  private static @Nullable Column timeByName(Columns columns) {
    return columns.called(KnownNames.TIME, column -> column.kind() != Column.Kind.TRUTH);
  }

  private @Nullable Column time() {
    if (request.columns().time() != null) {
      return use(columns.required("--time", request.columns().time()));
    }
    Column named = timeByName(columns);
    if (named != null) {
      guesses.add(
          "The time is column "
              + Texts.quote(named.name())
              + ", by its name (--time says another).");
      return use(named);
    }
    Column first = columns.first(Column.Kind.TIME);
    Column counted = first == null ? counted() : null;
    if (counted != null) {
      guesses.add(
          "The time is column %s, which counts, and no column has times (--time says another)."
              .formatted(Texts.quote(counted.name())));
      return use(counted);
    }
    if (first != null) {
      guesses.add(
          "The time is column "
              + Texts.quote(first.name())
              + ", since times are in it (--time says another).");
      return use(first);
    }
    guesses.add(
        "No column holds times: each row is taken as one point of its node (--time says another).");
    return null;
  }

  /** A column that counts by its name; null if the date is in several columns. */
  private @Nullable Column counted() {
    long parts =
        columns.all().stream().filter(column -> KnownNames.isOfDate(column.name())).count();
    return parts > 1
        ? null
        : columns.called(
            KnownNames.COUNTED,
            column -> column.kind() == Column.Kind.NUMBER || column.kind() == Column.Kind.ROW);
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
                    && (column.kind() != Column.Kind.NUMBER || time == null || repeats(column)));
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
            .filter(column -> column.distinct() >= 2 && (time == null || repeats(column)))
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

  /** Whether several rows share a time, so that each row is of one node. */
  private static boolean sharesTimes(@Nullable Column time) {
    return time != null
        && time.distinct() > 1
        && time.distinct() != Column.MANY
        && time.filled() >= (long) LEAST_REPEATS * time.distinct();
  }

  /** The only column of numbers with as many values as rows share a time; null for none. */
  private @Nullable Column oneAtEachTime(@Nullable Column time) {
    if (time == null || !sharesTimes(time)) {
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
    return file == null || looksWide(time) ? null : file;
  }

  private static boolean repeats(Column column) {
    return column.distinct() != Column.MANY
        && column.filled() >= (long) LEAST_REPEATS * column.distinct();
  }

  private boolean looksWide(@Nullable Column time) {
    List<String> numbers = numbers();
    boolean asked =
        request.columns().metric() != null && !request.columns().metric().equals(Layout.WIDE_VALUE);
    return time != null
        && !sharesTimes(time)
        && !asked
        && request.columns().load() == null
        && numbers.size() >= 2
        && numbers.stream().noneMatch(KnownNames::isMetric);
  }

  private List<String> numbers() {
    return columns.without(used).stream()
        .filter(column -> column.kind() == Column.Kind.NUMBER)
        .map(Column::name)
        .filter(name -> !KnownNames.isKey(name) && !name.equals(FileColumn.NAME))
        .toList();
  }

  /** Requested by {@code --node 'column names'}, without a column of that name. */
  private boolean isWideAskedFor() {
    String asked = request.columns().node();
    return asked != null
        && asked.equalsIgnoreCase(Layout.COLUMN_NAMES)
        && columns.all().stream().noneMatch(column -> column.name().equalsIgnoreCase(asked));
  }

  /** Wide data refuses the options that it cannot support. */
  private void refuse(String option, @Nullable String asked) {
    if (asked != null) {
      throw new FleetException(
          "%s: in wide data each column of numbers is a node, and there are no others: name the column of the nodes with --node"
              .formatted(option));
    }
  }

  private Layout wide(@Nullable Column time) {
    if (isWideAskedFor() && numbers().size() >= 2) {
      boolean ofValues = Layout.WIDE_VALUE.equals(request.columns().metric());
      refuse("--metric", ofValues ? null : request.columns().metric());
      refuse("--load", request.columns().load());
    } else if (!looksWide(time)) {
      throw new FleetException(
          "%s has one node, or no column names the node: a fleet has at least two; name the column"
                  .formatted(columns.source())
              + " with --node (the columns: "
              + Texts.list(columns.all().stream().map(Column::name).toList())
              + "), or give a column of numbers for each node");
    }
    refuse(
        "--label",
        request.columns().labels().isEmpty() ? null : request.columns().labels().getFirst());
    refuse("--start", request.columns().start());
    List<String> nodes = parts(numbers());
    refuseTexts(nodes.size());
    long empty = columns.all().stream().filter(column -> column.filled() == 0).count();
    if (empty > 0) {
      guesses.add("%d columns are empty, and none of these is a node.".formatted(empty));
    }
    for (String node : nodes) {
      Column column = columns.required("--node", node);
      refuseUnclear(column, column.style().decimal() == null, DECIMALS);
      refuseOtherUnit(column, columns.required("--node", nodes.getFirst()));
    }
    guesses.add(
        "Each of %d columns of numbers is taken as a node (--node says another)."
            .formatted(nodes.size()));
    return new Layout(
        nodes,
        new Layout.Place(
            Layout.COLUMN_NAMES,
            time == null ? null : time.name(),
            null,
            /* uptime= */ false,
            request.columns().time() == null),
        List.of(Layout.WIDE_VALUE),
        new Measure(new Expression.Name(Layout.WIDE_VALUE), Layout.WIDE_VALUE, null, null),
        List.of(),
        new Layout.TextColumns(List.of(), List.of()),
        new Layout.Series(List.of(), false),
        guesses);
  }

  /** The columns that are no sum or mean of the others. */
  private List<String> parts(List<String> numbers) {
    List<String> parts =
        numbers.stream()
            .filter(name -> !KnownNames.isTotal(name) && !KnownNames.isNoNode(name))
            .toList();
    if (parts.size() == numbers.size() || parts.size() < FEWEST_PARTS) {
      return numbers;
    }
    List<String> totals = numbers.stream().filter(name -> !parts.contains(name)).toList();
    guesses.add("Left out, since it is no node by its name: %s.".formatted(Texts.list(totals)));
    return parts;
  }

  private void refuseOtherUnit(Column node, Column first) {
    if (node.style().unit() != first.style().unit()) {
      throw new FleetException(
          "%s: columns %s and %s are nodes, but their numbers have different units: give all the same"
              .formatted(columns.source(), Texts.quote(first.name()), Texts.quote(node.name())));
    }
  }

  /** A column of text among those of numbers is a node that cannot be read, not one too many. */
  private void refuseTexts(int nodes) {
    for (Column column : columns.without(used)) {
      boolean isFile = column.name().equals(FileColumn.NAME);
      if (!isFile && column.tells() && column.distinct() > 1 && request.columns().node() == null) {
        throw new FleetException(
            "%s: each of %d columns of numbers is taken as a node, but column %s has %s: mend or remove it, or name the column of the nodes with --node"
                .formatted(
                    columns.source(),
                    nodes,
                    Texts.quote(column.name()),
                    Texts.quote(column.style().text())));
      }
    }
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
    List<String> others = numbers().stream().filter(name -> !KnownNames.isCounter(name)).toList();
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
