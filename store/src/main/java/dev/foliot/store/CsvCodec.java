package dev.foliot.store;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records as a table of comma-separated values: a column for each component, in their order.
 *
 * <p>A column has the component's name in snake case. The components of a nested record stand in
 * its place, and the entries of a map of whole numbers in columns of their own. A component of type
 * {@code Long} may be empty, all others are there in every row. Immutable.
 *
 * @param <R> the records
 */
public final class CsvCodec<R extends Record> {
  private final Class<R> type;
  private final List<String> keys;
  private final String prefix;
  private final String suffix;

  private CsvCodec(Class<R> type, List<String> keys, String prefix, String suffix) {
    this.type = type;
    this.keys = List.copyOf(keys);
    this.prefix = prefix;
    this.suffix = suffix;
  }

  /** A codec of records without a map. */
  public static <R extends Record> CsvCodec<R> of(Class<R> type) {
    return new CsvCodec<>(type, List.of(), "", "");
  }

  /** A codec of records with a map of these keys, each a column that ends like this. */
  public static <R extends Record> CsvCodec<R> of(Class<R> type, List<String> keys, String suffix) {
    return new CsvCodec<>(type, keys, "", suffix);
  }

  /** A codec of records with a map, whose keys follow a prefix in the names of columns. */
  static <R extends Record> CsvCodec<R> ofPrefix(Class<R> type, String prefix) {
    return new CsvCodec<>(type, List.of(), prefix, "");
  }

  /** The names of the columns. */
  public List<String> columns() {
    List<String> columns = new ArrayList<>();
    addColumns(type, columns);
    return columns;
  }

  private void addColumns(Class<?> record, List<String> columns) {
    for (Component component : Components.ofRecords(record).all()) {
      if (component.type().isRecord()) {
        addColumns(component.type(), columns);
      } else if (component.type() == Map.class) {
        keys.forEach(key -> columns.add(prefix + key + suffix));
      } else {
        columns.add(component.column());
      }
    }
  }

  /** The cells of a record. */
  public List<@Nullable Object> row(R record) {
    List<@Nullable Object> row = new ArrayList<>();
    addCells(record, row);
    return row;
  }

  private void addCells(Record record, List<@Nullable Object> row) {
    for (Component component : Components.ofRecords(record.getClass()).all()) {
      switch (component.of(record)) {
        case Record nested -> addCells(nested, row);
        case Map<?, ?> map -> keys.forEach(key -> row.add(map.get(key)));
        case null -> row.add(null);
        case Object cell -> row.add(cell);
      }
    }
  }

  /**
   * Reads the records of a table.
   *
   * @throws StoreException if a column is missing or a cell has another type
   */
  public List<R> read(CsvTable table) {
    return table.rows().stream().map(row -> type.cast(record(type, table, row))).toList();
  }

  private Record record(Class<?> record, CsvTable table, CsvTable.Row row) {
    Components components = Components.ofRecords(record);
    return components.made(components.all().stream().map(one -> value(one, table, row)).toArray());
  }

  private @Nullable Object value(Component component, CsvTable table, CsvTable.Row row) {
    Class<?> of = component.type();
    String column = component.column();
    if (of.isRecord()) {
      return record(of, table, row);
    } else if (of == Map.class) {
      return map(table, row);
    } else if (of == double.class) {
      return row.number(column);
    } else if (of == long.class) {
      return row.whole(column);
    } else if (of == int.class) {
      return (int) row.whole(column);
    } else if (of == Long.class) {
      return row.wholeOrNull(column);
    } else if (of == String.class) {
      return row.text(column);
    }
    throw new IllegalStateException("a table has no column of type " + of.getName());
  }

  private Map<String, Long> map(CsvTable table, CsvTable.Row row) {
    List<String> columns =
        keys.isEmpty()
            ? table.columnsFrom(prefix)
            : keys.stream().map(key -> prefix + key + suffix).toList();
    Map<String, Long> map = new LinkedHashMap<>();
    for (String column : columns) {
      Long value = row.wholeOrNull(column);
      if (value != null) {
        map.put(column.substring(prefix.length(), column.length() - suffix.length()), value);
      }
    }
    return map;
  }

  /** A component of a record, with the name of its column. */
  private record Component(String column, Class<?> type, Method accessor) {
    static Component of(RecordComponent component) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      String column = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      return new Component(column, component.getType(), accessor);
    }

    @Nullable Object of(Record record) {
      try {
        return accessor.invoke(record);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("an accessor of a record failed", e);
      }
    }
  }

  /** The components of a class of records, which the JVM looks up anew each time it is asked. */
  private record Components(List<Component> all, Constructor<?> constructor) {
    private static final ClassValue<Components> KNOWN =
        new ClassValue<>() {
          @Override
          protected Components computeValue(Class<?> record) {
            return of(record);
          }
        };

    static Components ofRecords(Class<?> record) {
      return KNOWN.get(record);
    }

    private static Components of(Class<?> record) {
      RecordComponent[] components = record.getRecordComponents();
      try {
        Constructor<?> constructor =
            record.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return new Components(Arrays.stream(components).map(Component::of).toList(), constructor);
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("a record has no constructor of its components", e);
      }
    }

    Record made(@Nullable Object[] values) {
      try {
        return (Record) constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        throw e.getCause() instanceof RuntimeException refused
            ? refused
            : new IllegalStateException("a record cannot be made", e);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a record cannot be made", e);
      }
    }
  }
}
