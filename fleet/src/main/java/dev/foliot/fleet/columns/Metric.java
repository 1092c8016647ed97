package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.rows.FileColumn;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Chooses the metric and the load: as requested, otherwise by the columns' names. */
final class Metric {
  private final Columns columns;
  private final FleetRequest request;
  private final Set<String> used;
  private final List<String> guesses;
  private final boolean timed;

  /**
   * Chooses among columns.
   *
   * @param used columns with another role
   * @param guesses takes the guesses
   * @param timed whether a column holds the time
   */
  Metric(
      Columns columns,
      FleetRequest request,
      Set<String> used,
      List<String> guesses,
      boolean timed) {
    this.columns = columns;
    this.request = request;
    this.used = used;
    this.guesses = guesses;
    this.timed = timed;
  }

  Measure decide() {
    String text = request.columns().metric();
    if (text == null) {
      text = guessed();
    }
    Expression metric = resolved("--metric", text);
    if (Expression.columns(metric).isEmpty()) {
      throw new FleetException("--metric " + Texts.quote(text) + " names no column");
    }
    if (request.columns().load() != null) {
      Expression load = resolved("--load", request.columns().load());
      if (Expression.columns(load).isEmpty()) {
        throw new FleetException(
            "--load " + Texts.quote(request.columns().load()) + " names no column");
      }
      return new Measure(metric, text, load, request.columns().load());
    }
    return withLoad(metric, text);
  }

  private Measure withLoad(Expression metric, String text) {
    Column load =
        columns.called(
            KnownNames.LOAD,
            column -> isFree(column) && !Expression.columns(metric).contains(column.name()));
    Expression divisor = divisor(metric, load == null);
    if (divisor != null) {
      String by = words(divisor);
      guesses.add("The load is " + by + ", by which the metric is divided (--load says another).");
      return new Measure(metric, text, divisor, by);
    }
    if (load == null) {
      return new Measure(metric, text, null, null);
    }
    Expression name = expression(load.name());
    guesses.add("The load is %s, by its name (--load says another).".formatted(words(name)));
    return new Measure(metric, text, name, words(name));
  }

  /**
   * The divisor with a load's name, or any divisor. A metric divided by cores may have its load
   * elsewhere.
   */
  private static @Nullable Expression divisor(Expression metric, boolean any) {
    List<Expression> divisors = Expression.divisors(metric);
    for (Expression divisor : divisors) {
      if (Expression.columns(divisor).stream().anyMatch(KnownNames::isLoad)) {
        return divisor;
      }
    }
    return any && !divisors.isEmpty() ? divisors.getFirst() : null;
  }

  private String guessed() {
    List<Column> numbers =
        columns.without(used).stream()
            .filter(Metric::isNumber)
            .filter(column ->
                !KnownNames.isKey(column.name()) && !column.name().equals(FileColumn.NAME))
            .toList();
    if (numbers.isEmpty()) {
      throw noNumbers();
    }
    List<Column> varying = numbers.stream().filter(column -> !isConstant(column)).toList();
    numbers = varying.isEmpty() ? numbers : varying;
    Column cpu = columns.called(KnownNames.CPU, this::isFree);
    Column load = columns.called(KnownNames.LOAD, this::isFree);
    if (cpu != null && load != null) {
      return said(words(expression(cpu.name())) + "/" + words(expression(load.name())));
    }
    List<Column> candidates = numbers.stream().filter(column -> !column.equals(load)).toList();
    if (numbers.size() == 1) {
      return said(words(expression(numbers.getFirst().name())));
    }
    if (candidates.size() == 1) {
      return said(words(expression(candidates.getFirst().name())));
    }
    throw new FleetException(
        "%s has several columns that could be the metric: choose with --metric, as --metric '%s', of %s%s"
            .formatted(
                columns.source(),
                quoted((timed ? candidates.getFirst() : candidates.getLast()).name()),
                Texts.list(candidates.stream().map(Column::name).toList()),
                timed ? "" : "; and " + noTime()));
  }

  private String noTime() {
    List<String> parts =
        columns.all().stream().map(Column::name).filter(KnownNames::isOfDate).toList();
    return parts.size() > 1
        ? "its time is in several columns ("
            + Texts.list(parts)
            + "): make one of them, as 2026-11-28 14:00"
        : "no column is known as the time: choose with --time";
  }

  private FleetException noNumbers() {
    for (Column column : columns.without(used)) {
      if (!column.style().text().isEmpty()) {
        return new FleetException(
            "%s has no column of numbers, which a metric needs: column %s has %s"
                .formatted(
                    columns.source(),
                    Texts.quote(column.name()),
                    Texts.quote(Texts.line(column.style().text(), 40))));
      }
    }
    return new FleetException(columns.source() + " has no column of numbers: a metric needs one");
  }

  private String said(String metric) {
    guesses.add("The metric is " + Texts.line(metric, 200) + " (--metric says another).");
    return metric;
  }

  /** Of text files only: engines count no values of decimal columns. */
  private static boolean isConstant(Column column) {
    return column.type().isEmpty() && column.distinct() == 1;
  }

  private boolean isFree(Column column) {
    return isNumber(column) && !used.contains(column.name());
  }

  private static boolean isNumber(Column column) {
    return column.kind() == Column.Kind.NUMBER;
  }

  /** A counter becomes its rate. */
  private static Expression expression(String column) {
    return KnownNames.isCounter(column) ? new Expression.Rate(column) : new Expression.Name(column);
  }

  /** Replaces names of columns by their spelling in the data. */
  private Expression resolved(String option, String text) {
    Expression parsed = ExpressionParser.parse(option, text);
    return Expression.renamed(
        parsed,
        name -> {
          Column column = columns.required(option, name);
          if (!isNumber(column)
              && column.kind() != Column.Kind.TEXT
              && column.kind() != Column.Kind.ROW) {
            throw new FleetException(
                "column %s, that %s names, holds no numbers"
                    .formatted(Texts.quote(column.name()), option));
          }
          return column.name();
        });
  }

  private static String words(Expression expression) {
    return switch (expression) {
      case Expression.Name name -> quoted(name.column());
      case Expression.Constant constant -> String.valueOf(constant.value());
      case Expression.Rate rate -> "rate(" + quoted(rate.column()) + ")";
      case Expression.Negated negated -> "-" + words(negated.of());
      case Expression.Operation operation ->
          "("
              + words(operation.left())
              + " "
              + operation.operator()
              + " "
              + words(operation.right())
              + ")";
    };
  }

  private static String quoted(String column) {
    boolean bare = column.matches("[\\p{L}_@][\\p{L}\\p{Nd}_@.:]*");
    return bare ? column : '"' + column.replace("\"", "\"\"") + '"';
  }
}
