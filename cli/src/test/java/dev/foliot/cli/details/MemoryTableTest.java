package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryTableTest {
  private static final Validity VALID = new Validity(Verdict.VALID, List.of());

  private static StudyPoint point(String arm, Verdict verdict, Map<String, Double> measures) {
    return new StudyPoint(
        new StudyPoint.Cell(arm, 0, 1.0, null, 1),
        StudyPoint.Answered.of(1),
        StudyPoint.Used.UNKNOWN,
        new MetricValues(measures),
        StudyPoint.Observed.NOTHING,
        StudyPoint.Trust.of(new Validity(verdict, List.of())),
        StudyPoint.Placement.NONE);
  }

  private static String printed(StudyPoint... points) {
    StudyRecord study =
        new StudyRecord(
            StudyRecord.SCHEMA,
            "id",
            new StudyDesign(
                new StudyDesign.Identity("memory", "quick", 1, null),
                new StudyCpus("0", "1", "1", List.of()),
                List.of(
                    StudyArm.builtIn(
                        "virtual",
                        "bank",
                        "virtual",
                        new StudyArm.Jvm("/jdk", "25", List.of()),
                        null),
                    StudyArm.builtIn(
                        "\u001b[31mred",
                        "bank",
                        "cached",
                        new StudyArm.Jvm("/jdk", "25", List.of()),
                        null)),
                List.of(),
                List.of(),
                List.of(),
                null,
                null),
            List.of(points),
            List.of(),
            VALID,
            true);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new MemoryTable(new PrintStream(bytes, true, StandardCharsets.UTF_8), study).print(0);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldPrintTheLargestPartFirstAndLeaveOutWhatIsNothing() {
    String table =
        printed(
            point(
                "virtual",
                Verdict.VALID,
                Map.of("java_heap_end_bytes", 10e6, "direct_end_bytes", 1e6, "gc_end_bytes", 4e5)),
            point("virtual", Verdict.VALID, Map.of("java_heap_end_bytes", 20e6)),
            point("virtual", Verdict.INVALID, Map.of("java_heap_end_bytes", 900e6)),
            point("\u001b[31mred", Verdict.VALID, Map.of("direct_end_bytes", 209.7e6)));

    assertThat(table.lines())
        .containsExactly(
            "RSS by part, MB              direct       heap",
            "virtual                         1.0       15.0",
            "?[31mred                      209.7          -");
  }

  @Test
  void shouldPrintNothingWhereNobodyLooked() {
    assertThat(printed(point("virtual", Verdict.VALID, Map.of("rss_end_bytes", 5e7)))).isEmpty();
  }
}
