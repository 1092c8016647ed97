package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.rows.FileColumn;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Wide data, in which each column of numbers is a node. */
final class WideColumns {
  /** With so many columns beside it, one that is called "total" is no node. */
  private static final int FEWEST_PARTS = 2;

  private final Columns columns;
  private final FleetRequest request;
  private final Set<String> used;
  private final List<String> guesses;

  /**
   * @param used the columns that have a role, which grow
   */
  WideColumns(Columns columns, FleetRequest request, Set<String> used, List<String> guesses) {
    this.columns = columns;
    this.request = request;
    this.used = used;
    this.guesses = guesses;
  }

  /** Whether several rows share a time, so that each row is of one node. */
  static boolean shareTimes(@Nullable Column time) {
    return time != null && time.distinct() > 1 && time.repeats();
  }

  boolean areLikely(@Nullable Column time) {
    List<String> numbers = numbers();
    boolean asked =
        request.columns().metric() != null && !request.columns().metric().equals(Layout.WIDE_VALUE);
    return time != null
        && !shareTimes(time)
        && !asked
        && request.columns().load() == null
        && numbers.size() >= 2
        && numbers.stream().noneMatch(KnownNames::isMetric);
  }

  /** The columns of numbers without a role, but for keys. */
  List<String> numbers() {
    return columns.without(used).stream()
        .filter(column -> column.kind() == Column.Kind.NUMBER)
        .map(Column::name)
        .filter(name -> !KnownNames.isKey(name) && !name.equals(FileColumn.NAME))
        .toList();
  }

  /** Requested by {@code --node 'column names'}, without a column of that name. */
  boolean areAskedFor() {
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

  Layout layout(@Nullable Column time) {
    if (areAskedFor() && numbers().size() >= 2) {
      boolean ofValues = Layout.WIDE_VALUE.equals(request.columns().metric());
      refuse("--metric", ofValues ? null : request.columns().metric());
      refuse("--load", request.columns().load());
    } else if (!areLikely(time)) {
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
      columns.refuseUnclear(column, column.style().decimal() == null, Roles.DECIMALS);
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
}
