package dev.foliot.cli.details;

import dev.foliot.cli.screen.Columns;
import dev.foliot.cli.screen.Words;
import dev.foliot.stats.Median;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/** What the memory of each arm is made of, the largest part first; nothing where nobody looked. */
public final class MemoryTable {
  private static final int NAME_WIDTH = 24;
  private static final int WIDTH = 11;
  private static final double MB = 1e6;

  /** Parts that are smaller in every arm are left out. */
  private static final double LEAST = 0.5 * MB;

  private final PrintStream out;
  private final StudyRecord study;

  public MemoryTable(PrintStream out, StudyRecord study) {
    this.out = out;
    this.study = study;
  }

  /** The table of a load. */
  public void print(int step) {
    List<String> parts =
        StudyMemory.PARTS.stream()
            .filter(part -> largest(part, step) >= LEAST)
            .sorted(Comparator.comparingDouble(part -> -largest(part, step)))
            .toList();
    if (parts.isEmpty()) {
      return;
    }
    StringBuilder head = new StringBuilder(Columns.left("RSS by part, MB", NAME_WIDTH));
    parts.forEach(part -> head.append(Columns.right(shown(part), WIDTH)));
    out.println(head);
    for (StudyArm arm : study.arms()) {
      StringBuilder line = new StringBuilder(Columns.left(Words.shown(arm.name()), NAME_WIDTH));
      for (String part : parts) {
        OptionalDouble bytes = median(arm, part, step);
        line.append(
            Columns.right(
                bytes.isEmpty() ? "-" : Numbers.fixed(bytes.getAsDouble() / MB, 1), WIDTH));
      }
      out.println(line);
    }
  }

  private double largest(String part, int step) {
    return study.arms().stream()
        .mapToDouble(arm -> median(arm, part, step).orElse(0))
        .max()
        .orElse(0);
  }

  private OptionalDouble median(StudyArm arm, String part, int step) {
    List<Double> values =
        study.points().stream()
            .filter(point -> point.arm().equals(arm.name()) && point.step() == step)
            .filter(StudyPoint::counts)
            .map(Metric.ofMemory(part)::of)
            .filter(Objects::nonNull)
            .toList();
    return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Median.of(values));
  }

  private static String shown(String part) {
    return switch (part) {
      case "java_heap" -> "heap";
      case "code_cache" -> "code";
      case "thread_stacks" -> "stacks";
      case "direct_buffers" -> "direct";
      case "other_off_heap" -> "off-heap";
      case "gc" -> "GC";
      case "cds_archive" -> "CDS";
      case "jvm" -> "JVM";
      case "mapped_files" -> "files";
      case "malloc_spare" -> "spare";
      case "unattributed" -> "unknown";
      default -> part;
    };
  }
}
