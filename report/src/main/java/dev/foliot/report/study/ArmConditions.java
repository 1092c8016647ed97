package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.Redaction;
import dev.foliot.store.study.StudyArm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The table of how each arm of a study was started, and what it was given. Pure. */
final class ArmConditions {
  /** They are shown whole; twenty arms of a thousand words would be a page of them. */
  private static final int LONGEST_WORDS = 2_000;

  private ArmConditions() {}

  /**
   * A column.
   *
   * @param isNeeded of an arm; a column that no arm needs is left out
   */
  private record Column(String name, Predicate<StudyArm> isNeeded, Function<StudyArm, Cell> cell) {
    static Column always(String name, Function<StudyArm, Cell> cell) {
      return new Column(name, arm -> true, cell);
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          Column.always("arm", arm -> Cell.text(Foreign.name(arm.name()))),
          Column.always("service", arm -> Cell.text(Foreign.name(arm.app()))),
          Column.always("threads", arm -> Cell.text(Foreign.name(arm.strategy()))),
          Column.always("JDK", ArmConditions::jdk),
          Column.always(
              "arguments of the JVM",
              arm -> Cell.text(words(arm.jvm().jvmArgs(), Foreign.SENTENCE))),
          new Column(
              "command",
              arm -> !arm.command().isEmpty(),
              arm -> Cell.text(words(arm.command(), LONGEST_WORDS), "command")),
          new Column("environment", arm -> !arm.environment().isEmpty(), ArmConditions::variables),
          Column.always(
              "CPUs",
              arm ->
                  Cell.text(
                      arm.limits().cpus() == null ? "all" : Foreign.name(arm.limits().cpus()))),
          new Column("CPU quota", arm -> arm.limits().quotaCpus() != null, ArmConditions::quota),
          new Column(
              "memory limit", arm -> arm.limits().memoryBytes() != null, ArmConditions::memory));

  static Block of(StudyView study) {
    List<StudyArm> arms = study.study().arms();
    List<Column> columns =
        COLUMNS.stream().filter(column -> arms.stream().anyMatch(column.isNeeded)).toList();
    List<List<Cell>> rows = new ArrayList<>();
    for (StudyArm arm : arms) {
      rows.add(columns.stream().map(column -> column.cell.apply(arm)).toList());
    }
    return new Block.Table(
        study.key() + "-arms",
        "Arms",
        "",
        columns.stream().map(column -> Cell.text(column.name)).toList(),
        rows,
        "",
        false);
  }

  private static Cell jdk(StudyArm arm) {
    return Cell.text(
        Foreign.name(arm.jvm().jdkVersion()),
        arm.jvm().jdk().isEmpty() ? null : Foreign.name(arm.jvm().jdk()),
        null);
  }

  private static Cell quota(StudyArm arm) {
    Double cpus = arm.limits().quotaCpus();
    return Cell.text(cpus == null ? "none" : Units.number(cpus) + " CPUs");
  }

  private static Cell memory(StudyArm arm) {
    Long bytes = arm.limits().memoryBytes();
    return Cell.text(bytes == null ? "none" : Units.bytes((double) bytes));
  }

  private static Cell variables(StudyArm arm) {
    List<String> variables = new ArrayList<>();
    Redaction.named(arm.environment()).forEach((name, value) -> variables.add(name + "=" + value));
    return variables.isEmpty()
        ? Cell.text("nothing added")
        : Cell.text(line(variables, LONGEST_WORDS), "command");
  }

  /** What is stored has no secrets any more; a file that somebody else wrote might. */
  private static String words(List<String> words, int longest) {
    return line(Redaction.command(words), longest);
  }

  private static String line(List<String> words, int longest) {
    return Foreign.text(words.stream().map(Facts::word).collect(Collectors.joining(" ")), longest);
  }
}
