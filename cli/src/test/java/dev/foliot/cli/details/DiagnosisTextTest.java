package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.diagnose.compare.DiagnosisComparer;
import dev.foliot.diagnose.compare.DiagnosisComparer.Side;
import dev.foliot.judgement.answer.DiagnosisAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.diagnosis.Diagnoses;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingThread;
import dev.foliot.store.diagnosis.WriteRate;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiagnosisTextTest {
  @Test
  void shouldTellAFindingToAReaderWhoHasNeverHeardOfAKlass() {
    assertThat(text(Diagnoses.slow()))
        .containsSubsequence(
            "1 of 2: true sharing, high: com.acme.http.FullRequest\n",
            "  what        HotSpot keeps a description of each class.",
            "  between     com.acme.http.HttpMessage and com.acme.http.HttpRequest\n",
            "  written     _secondary_super_cache, at least 43,211 times a second, by 3 threads:"
                + " worker-1\n",
            "              (4720), worker-2 (4721), worker-3 (4722)\n",
            "  read        _primary_supers[1] on the same cache line, by acceptor (4730)\n",
            "  in the code 62 % com.acme.http.Codec.isRequest(Codec.java:41)\n",
            "called by com.acme.http.Pipeline.fire(Pipeline.java:88)\n",
            "called by com.acme.Gateway.serve(Gateway.java:17)\n",
            "31 % com.acme.http.Router.route(bci 12)\n",
            "7 % the interpreter\n",
            "  placement   - the class's description is at 0x7f3c04a81260, 32 bytes into a cache",
            "no address helps",
            "  costs       18 % of the CPU samples are at this check; high from 5 %",
            "  sure        97 %\n",
            "  remedies    1. Run on JDK 23 or later",
            "              2. Check against one interface");
    assertThat(text(Diagnoses.slow()))
        .contains("and _primary_supers[1] are on the same line; 3 of 8\n")
        .contains("addresses keep them apart, and this is none of those\n");
    assertThat(text(Diagnoses.slow()).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
  }

  @Test
  void shouldNameApartWhoReadsInTurn() {
    SharingField field =
        new SharingField(
            "_secondary_supers",
            40,
            8,
            List.of(),
            List.of(new SharingThread(21, "reader-1")),
            List.of(new SharingThread(14, "step-4")));
    assertThat(
            text(
                Diagnoses.with(
                    Diagnoses.finding(
                        FindingKind.FALSE_SHARING,
                        Severity.HIGH,
                        0,
                        null,
                        new WriteRate(60_000, WriteRate.Bound.AT_LEAST),
                        3,
                        List.of(field)))))
        .containsSubsequence(
            "  read        - _secondary_supers, by reader-1 (21)\n",
            "              - _secondary_supers, in turn with those that write, by step-4 (14)\n");
  }

  @Test
  void shouldTellWhatWasMeasuredOfCpus() {
    assertThat(text(Diagnoses.with(Diagnoses.waiting(Severity.MEDIUM, "carriers\u001b[2J"))))
        .containsSubsequence(
            "1 of 1: threads wait for a CPU, medium: carriers?[2J\n",
            "  what        The threads are ready to run, and others have the CPUs.\n",
            "  seen        - run-queue wait: 12.3 % of the time (of 4 threads)\n",
            "              - longest wait: not known (trace events are not permitted)\n",
            "  costs       12 % of the time; high from 10 %\n",
            "  sure        90 %\n",
            "  remedies    1. Give it more CPUs");
  }

  @Test
  void shouldSayWhatAHealthyJvmWasLookedAtFor() {
    assertThat(text(Diagnoses.fast()))
        .startsWith("No problem found.\nprocess 4811, com.acme.Gateway")
        .contains(
            "sharing: no class makes threads wait",
            "  looked at   3,118 classes, 46 times each in 1.2 s; 1 of them changed\n",
            "\nnot examined: exceptions, deoptimisation and blocking I/O; --attach examines them"
                + " too\n")
        .doesNotContain("could not")
        .endsWith(
            "cost: 0.74 s of CPU here; in the process 2,040 watchpoint hits of 13 us, at most"
                + " 0.50 % of any one thread's time\n");
  }

  @Test
  void shouldSayWhatItCouldNotLookAtAndWhy() {
    assertThat(text(Diagnoses.partial()))
        .startsWith("No problem found, but not everything could be examined.\n")
        .contains("cured: UseSecondarySupersTable is on")
        .contains("  could not   who writes: perf_event_paranoid is 3; grant CAP_PERFMON\n")
        .endsWith("cost: 0.40 s of CPU here, none in the process\n");
  }

  @Test
  void shouldPutWordsTogetherToLines() {
    assertThat(Paragraphs.wrapped("aa bb  cc", 5)).containsExactly("aa bb", "cc");
    assertThat(Paragraphs.wrapped("aaaaaaaa b", 5)).containsExactly("aaaaaaaa", "b");
    assertThat(Paragraphs.wrapped("", 5)).containsExactly("");
    assertThat(Paragraphs.wrapped("😀😀 😀😀", 5)).containsExactly("😀😀 😀😀");
  }

  @Test
  void shouldSayThatTwinsDoNotDiffer() {
    assertThat(compared(Diagnoses.slow(), Diagnoses.slow()))
        .contains("nothing differs in what was found", "SAME");
  }

  @Test
  void shouldNotLetAComparedDiagnosisCommandTheTerminal() {
    assertThat(compared(Diagnoses.hostile(), Diagnoses.with()))
        .doesNotContain("\u001b", "\u202e", "\r", "\u2028")
        .hasSizeLessThan(50_000);
  }

  private static String compared(DiagnosisRecord a, DiagnosisRecord b) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ComparisonTable(new PrintStream(bytes, true, StandardCharsets.UTF_8))
        .print(
            DiagnosisComparer.compare(
                new Side("a", a, Map.of()), new Side("b", b, Map.of()), Path.of("store")));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String text(DiagnosisRecord diagnosis) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new DiagnosisText(
            new PrintStream(bytes, true, StandardCharsets.UTF_8),
            diagnosis,
            DiagnosisAnswer.of(diagnosis, new NextCommands(List.of("foliot"), null), true))
        .print();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
