package dev.foliot.fleet;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The columns of the data, found by their names. */
final class Columns {
  private final String source;
  private final List<Column> all;

  /** Of data that is called so in messages. */
  Columns(String source, List<Column> all) {
    this.source = source;
    this.all = List.copyOf(all);
  }

  String source() {
    return source;
  }

  List<Column> all() {
    return all;
  }

  /** Those that are no list and not empty, without some. */
  List<Column> without(Set<String> names) {
    return all.stream()
        .filter(column -> column.kind() != Column.Kind.OTHER && !names.contains(column.name()))
        .toList();
  }

  /**
   * The column that was asked for; large and small letters are alike where that leaves one.
   *
   * @param option who asks, as {@code --node}
   * @throws FleetException that names what there is, if there is none
   */
  Column required(String option, String name) {
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

  /** The first that is called in one of these ways and is fit, null for none. */
  @Nullable Column called(List<String> names, Predicate<Column> fit) {
    for (String name : names) {
      for (Column column : all) {
        if (column.name().toLowerCase(Locale.ROOT).equals(name)
            && column.kind() != Column.Kind.OTHER
            && fit.test(column)) {
          return column;
        }
      }
    }
    return null;
  }

  /** The first of the kind, null for none. */
  @Nullable Column first(Column.Kind kind) {
    return all.stream().filter(column -> column.kind() == kind).findFirst().orElse(null);
  }
}
