package dev.foliot.cli.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.details.BenchResults;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchBriefTest {
  private static final List<String> ASKED =
      List.of("foliot", "bench", "a.B", "--param=size=1,64", "--param", "codec=PLAIN");

  private static Arm arm(String jdk, String size) {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("size", size);
    params.put("codec", "PLAIN");
    return new Arm("/jdk", jdk, List.of(), null, params);
  }

  @Test
  void shouldShowATableByTheParametersThatVary() {
    List<Arm> arms = List.of(arm("25", "1"), arm("25", "64"));

    assertThat(print(BenchResults.combinations(arms, 5, 100, 400)))
        .isEqualTo(
            """
            p99 at 10,000/s rises from 102 us (size=1) to 402 us (size=64).

            size      p50      p99   p99.9      max   achieved   valid    p99, 95 % interval
            1      102 us   102 us       -   104 us   10,000/s   5 of 5   100 us to 104 us
            64     402 us   402 us       -   404 us   10,000/s   5 of 5   400 us to 404 us

            valid      5 of 5 forks
            page       page.html
            next       foliot bench a.B --param size=64 --param codec=PLAIN --find-rate 'p99<1ms'
            """
                .replace("valid      5 of 5", "valid      10 of 10"));
  }

  @Test
  void shouldAskForMoreForksWhereTheseDoNotDecide() {
    List<Arm> arms = List.of(arm("25", "1"), arm("25", "64"));

    assertThat(print(BenchResults.combinations(arms, 4, 100, 400)))
        .startsWith("Inconclusive: p99 at 10,000/s is 102 us to 402 us over 2 combinations;")
        .contains("next       foliot bench a.B --param=size=1,64 --param codec=PLAIN --forks 8\n");
  }

  @Test
  void shouldAnswerForEachJdk() {
    List<Arm> arms = new ArrayList<>();
    for (String jdk : List.of("25", "17")) {
      arms.addAll(List.of(arm(jdk, "1"), arm(jdk, "64")));
    }

    assertThat(print(BenchResults.combinations(arms, 5, 100, 400, 200, 50)))
        .startsWith(
            """
            25: p99 at 10,000/s rises from 102 us (size=1) to 402 us (size=64).
            17: p99 at 10,000/s falls from 202 us (size=1) to 52.0 us (size=64).
            """)
        .containsPattern("(?m)^size +JDK +p50")
        .containsPattern("(?m)^64 +17 +52.0 us");
  }

  @Test
  void shouldNameTheParametersOfTheOnlyCombination() {
    assertThat(print(BenchResults.combinations(List.of(arm("25", "64")), 5, 100)))
        .startsWith("p99 is 102 us at 10,000/s with size=64 codec=PLAIN.\n");
  }

  @Test
  void shouldTellCollectionsAndAllocationInALineEach() {
    ForkRecord.Gc gc = ForkRecord.Gc.of(List.of(new ForkRecord.Collector("G1 Young", 2, 9)));

    assertThat(
            print(
                BenchResults.with(
                    gc, BenchResults.combinations(List.of(arm("25", "64")), 5, 100), 1_016)))
        .contains(
            """
            valid      5 of 5 forks
            gc         10 collections, 45 ms in 5 forks (G1 Young)
            alloc      1,016 B a message
            page       page.html
            """);
    List<Arm> arms = List.of(arm("25", "1"), arm("25", "64"));
    assertThat(
            print(BenchResults.with(gc, BenchResults.combinations(arms, 5, 100, 400), 24, 1_016)))
        .contains("alloc      size=1: 24 B a message; size=64: 1,016 B a message\n");
  }

  @Test
  void shouldShowThePercentilesThatWereAskedFor() {
    List<Arm> arms = List.of(arm("25", "1"), arm("25", "64"));
    List<String> percentiles = List.of("p50", "p99_999");

    assertThat(print(BenchResults.asked(percentiles, BenchResults.combinations(arms, 5, 100, 400))))
        .containsPattern("(?m)^size +p50 +p99.999 +max +achieved")
        .containsPattern("(?m)^64 +402 us +- +404 us");
  }

  private static String print(BenchResult result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new BenchBrief(
            new Brief(new Console(out, out, false)),
            result,
            List.of(),
            null,
            new NextCommands(ASKED, null))
        .print(Path.of("page.html"));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
