package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.audit.AuditPlan;
import dev.foliot.audit.AuditReport;
import dev.foliot.audit.AuditResult;
import dev.foliot.audit.AuditServed;
import dev.foliot.cli.brief.AuditBrief;
import dev.foliot.cli.json.AuditJson;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.AuditAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.store.Validity;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AuditTableTest {
  private static final long MS = 1_000_000;
  private static final AuditRow P99 = new AuditRow(99, 1_200_000L, 80 * MS);

  private static final NextCommands NEXT =
      new NextCommands(List.of("foliot", "audit", "--", "hey"), null);

  private static String sentence(AuditResult result) {
    return result.answer(NEXT).sentence();
  }

  @Test
  void shouldNamePercentiles() {
    assertThat(AuditAnswer.percentile(50)).isEqualTo("p50");
    assertThat(AuditAnswer.percentile(90)).isEqualTo("p90");
    assertThat(AuditAnswer.percentile(99.99)).isEqualTo("p99.99");
    assertThat(AuditAnswer.percentile(100)).isEqualTo("max");
  }

  @Test
  void shouldSayWhatTheToolSaidAndWhatUsersWaited() {
    assertThat(sentence(result("hey", P99)))
        .isEqualTo("hey said p99 = 1.20 ms; users waited 80.0 ms: 67 times as long");
    assertThat(sentence(result("wrk2", new AuditRow(99, 80 * MS, 81 * MS))))
        .endsWith("users waited 81.0 ms: they agree");
    assertThat(sentence(result("oha", new AuditRow(99, 80 * MS, MS))))
        .endsWith("it says more, and the rest is its own or the way's");
  }

  @Test
  void shouldSayThatTheHeadlineIsMissing() {
    AuditRow unsaid = new AuditRow(99, null, 80 * MS);

    assertThat(sentence(result("k6", new AuditRow(95, MS, MS), unsaid)))
        .isEqualTo(
            "k6 said p95 = 1.00 ms; users waited 1.00 ms: they agree; it said no p99, which was"
                + " 80.0 ms");
    assertThat(sentence(result("wrk", unsaid)))
        .isEqualTo("wrk said no p99; users waited 80.0 ms (run it with --latency)");
    assertThat(sentence(result(null, unsaid)))
        .isEqualTo("p99: users waited 80.0 ms; what the tool says of it was not understood");
    assertThat(sentence(result("hey"))).isEqualTo("No request was answered.");
  }

  @Test
  void shouldSurviveAToolThatSaysZero() {
    assertThat(sentence(result("hey", new AuditRow(99, 0L, MS))))
        .isEqualTo("hey said p99 = 0 ns; users waited 1.00 ms: it says nothing");
  }

  @Test
  void shouldPrintTheTable() {
    assertThat(printed(result("hey", P99)))
        .contains("audit of: hey http://127.0.0.1:1/", "  | Summary: ?[2J", "hey said")
        .containsPattern("p99 +1.20 ms +80.0 ms +67 x")
        .contains("hey said p99 = 1.20 ms", "VALID")
        .doesNotContain("\u001b");
  }

  @Test
  void shouldPrintOnlyTheEndOfALongOutput() {
    AuditResult result = result("hey", P99, "line\n".repeat(100) + "last\n");

    assertThat(printed(result).lines().filter(line -> line.startsWith("  | "))).hasSize(61);
    assertThat(printed(result)).contains("  | (41 lines before these)", "  | last");
  }

  @Test
  void shouldPrintJsonWithoutSecrets() {
    String json =
        AuditJson.of(
            result("hey", P99), new NextCommands(List.of("foliot", "audit", "--token=x7x"), null));

    assertThat(json)
        .contains("\"foliot.audit/1\"", "\"said_ns\" : 1200000", "\"understates\"")
        .doesNotContain("x7x", "\u001b");
  }

  @Test
  void shouldAnswerAlikeOnTheTerminalAndInJson() {
    AuditRow unsaid = new AuditRow(99, null, 80 * MS);
    for (AuditResult result :
        List.of(
            result("hey", P99),
            result("k6", new AuditRow(95, MS, MS), unsaid),
            result(null, unsaid),
            result("hey"))) {
      AuditAnswer answer = result.answer(NEXT);
      JsonNode json = JsonMapper.shared().readTree(AuditJson.of(result, NEXT));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
      new AuditBrief(new Brief(new Console(stream, stream, false)), result, NEXT).print();

      assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " "))
          .startsWith(answer.sentence());
      assertThat(printed(result)).contains("\n" + answer.sentence() + "\n");
      assertThat(json.path("answer").asString()).isEqualTo(answer.sentence());
      assertThat(json.path("answer_figures")).hasSize(answer.figures().size());
      assertThat(answer.figures())
          .allSatisfy(figure -> assertThat(answer.sentence()).contains(figure.shown()));
      assertThat(json.path("next_command")).hasSize(answer.next().command().size());
    }
  }

  private static String printed(AuditResult result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new AuditTable(new PrintStream(bytes, true, StandardCharsets.UTF_8), result, NEXT).print();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static AuditResult result(@Nullable String tool, AuditRow... rows) {
    return result(tool, List.of(rows), "Summary:\t\u001b[2J\n");
  }

  private static AuditResult result(String tool, AuditRow row, String out) {
    return result(tool, List.of(row), out);
  }

  private static AuditResult result(@Nullable String tool, List<AuditRow> rows, String out) {
    return new AuditResult(
        new AuditPlan(List.of("hey"), MS, 100 * MS, 2_000 * MS),
        new AuditResult.Tool(
            List.of("hey", "http://127.0.0.1:1/"),
            out,
            "",
            false,
            tool == null ? null : new AuditReport(tool, new TreeMap<>(), 100.0)),
        new AuditServed(1_000, 1_000, 0, 0, 10_000 * MS, List.of(), new AuditServed.P99(MS, 0, 0)),
        rows,
        rows.isEmpty() ? null : rows.getFirst(),
        Validity.valid(),
        Map.of(),
        false);
  }
}
