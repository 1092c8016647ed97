package dev.foliot.fleet.columns;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Arithmetic over columns, such as {@code cpu/rps}. */
public sealed interface Expression {
  /** A column of numbers. */
  record Name(String column) implements Expression {}

  /** A number. */
  record Constant(double value) implements Expression {}

  /** A negation. */
  record Negated(Expression of) implements Expression {}

  /**
   * An operation on two expressions.
   *
   * @param operator one of {@code + - * /}
   */
  record Operation(char operator, Expression left, Expression right) implements Expression {}

  /** The increase of a counter per second, until the node's next point. */
  record Rate(String column) implements Expression {}

  /** All its columns, in order. */
  static Set<String> columns(Expression expression) {
    Set<String> columns = new LinkedHashSet<>();
    collect(expression, columns);
    return columns;
  }

  /**
   * The divisors of the expression, without constants: {@code 1000 * cpu / rps} has {@code rps}.
   * The outermost first; empty if it is no quotient.
   */
  static List<Expression> divisors(Expression expression) {
    return switch (expression) {
      case Name name -> List.of();
      case Constant constant -> List.of();
      case Rate rate -> List.of();
      case Negated negated -> divisors(negated.of());
      case Operation operation -> divisors(operation);
    };
  }

  private static List<Expression> divisors(Operation operation) {
    boolean leftIsConstant = columns(operation.left()).isEmpty();
    boolean rightIsConstant = columns(operation.right()).isEmpty();
    if (operation.operator() == '/' && !rightIsConstant) {
      List<Expression> divisors = new ArrayList<>();
      divisors.add(operation.right());
      divisors.addAll(divisors(operation.left()));
      return divisors;
    }
    if (operation.operator() != '/' && operation.operator() != '*') {
      return List.of();
    }
    if (rightIsConstant) {
      return divisors(operation.left());
    }
    return leftIsConstant ? divisors(operation.right()) : List.of();
  }

  /** Its counter columns. */
  static Set<String> counters(Expression expression) {
    return switch (expression) {
      case Name name -> Set.of();
      case Constant constant -> Set.of();
      case Rate rate -> Set.of(rate.column());
      case Negated negated -> counters(negated.of());
      case Operation operation -> {
        Set<String> both = new LinkedHashSet<>(counters(operation.left()));
        both.addAll(counters(operation.right()));
        yield both;
      }
    };
  }

  private static void collect(Expression expression, Set<String> columns) {
    switch (expression) {
      case Name name -> columns.add(name.column());
      case Constant constant -> {
        // a constant has no columns
      }
      case Rate rate -> columns.add(rate.column());
      case Negated negated -> collect(negated.of(), columns);
      case Operation operation -> {
        collect(operation.left(), columns);
        collect(operation.right(), columns);
      }
    }
  }

  /** A copy with each column's name replaced. */
  static Expression renamed(Expression expression, java.util.function.UnaryOperator<String> names) {
    return switch (expression) {
      case Name name -> new Name(names.apply(name.column()));
      case Constant constant -> constant;
      case Rate rate -> new Rate(names.apply(rate.column()));
      case Negated negated -> new Negated(renamed(negated.of(), names));
      case Operation operation ->
          new Operation(
              operation.operator(),
              renamed(operation.left(), names),
              renamed(operation.right(), names));
    };
  }
}
