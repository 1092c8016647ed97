package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Texts;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The columns of the data, by name. */
public final class Columns {
  private final String source;
  private final List<Column> all;

  /** The columns of data that messages call {@code source}. */
  public Columns(String source, List<Column> all) {
    this.source = source;
    this.all = List.copyOf(all);
  }

  public String source() {
    return source;
  }

  public List<Column> all() {
    return all;
  }

  /** How the cells of a column are written. */
  public Style style(String name) {
    return all.stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .map(Column::style)
        .orElse(Style.PLAIN);
  }

  /** The non-empty columns of simple types, without some. */
  List<Column> without(Set<String> names) {
    return all.stream()
        .filter(column -> column.kind() != Column.Kind.OTHER && !names.contains(column.name()))
        .toList();
  }

  /**
   * The requested column; ignores case where that is unambiguous.
   *
   * @param option the option for messages, such as {@code --node}
   * @throws FleetException with the existing names, if the column is missing
   */
  public Column required(String option, String name) {
    for (Column column : all) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    List<Column> alike = all.stream().filter(one -> one.name().equalsIgnoreCase(name)).toList();
    if (alike.size() == 1) {
      return alike.getFirst();
    }
    throw new FleetException(
        "%s has no column %s, that %s names: it has %s"
            .formatted(
                source,
                Texts.quote(name),
                option,
                Texts.list(all.stream().map(Column::name).toList())));
  }

  /**
   * Refuses a column whose cells have two meanings.
   *
   * @param unclear whether it has
   * @param remedy what they could be, and how to say which
   */
  void refuseUnclear(Column column, boolean unclear, String remedy) {
    if (unclear && !column.style().unclear().isEmpty()) {
      throw new FleetException(
          "%s: column %s has %s, which %s"
              .formatted(
                  source,
                  Texts.quote(column.name()),
                  Texts.quote(column.style().unclear()),
                  remedy));
    }
  }

  /** The first suitable column with one of these names, with or without a unit; null for none. */
  @Nullable Column called(List<String> names, Predicate<Column> fit) {
    for (String name : names) {
      for (Column column : all) {
        if (KnownNames.plain(column.name()).equals(name)
            && column.kind() != Column.Kind.OTHER
            && fit.test(column)) {
          return column;
        }
      }
    }
    return null;
  }

  /** The first column of the kind; null for none. */
  @Nullable Column first(Column.Kind kind) {
    return all.stream().filter(column -> column.kind() == kind).findFirst().orElse(null);
  }
}
