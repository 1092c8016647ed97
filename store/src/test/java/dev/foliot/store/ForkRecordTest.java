package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.RunReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkRecordTest {
  @TempDir private Path folder;

  private static ForkRecord.Gc gc(ForkRecord.Collector... collectors) {
    return ForkRecord.Gc.of(List.of(collectors));
  }

  private static ForkRecord with(ForkRecord.Jvm jvm) {
    ForkRecord fork = Examples.fork(1);
    return new ForkRecord(
        fork.schema(),
        fork.place(),
        fork.messages(),
        fork.validity(),
        fork.times(),
        new ForkRecord.Observed(
            fork.pauses(), fork.warmUp(), fork.conditions(), fork.kernel(), jvm),
        fork.end());
  }

  @Test
  void shouldSumCollectionsByCollectorOverTheForksThatTell() {
    ForkRecord young = with(new ForkRecord.Jvm(gc(new ForkRecord.Collector("young", 2, 10)), null));
    ForkRecord both =
        with(
            new ForkRecord.Jvm(
                gc(
                    new ForkRecord.Collector("young", 3, 20),
                    new ForkRecord.Collector("old", 1, 400)),
                null));

    assertThat(ForkRecord.Gc.sum(List.of(young, with(ForkRecord.Jvm.NONE), both)))
        .isEqualTo(
            new ForkRecord.Gc(
                6,
                430,
                List.of(
                    new ForkRecord.Collector("young", 5, 30),
                    new ForkRecord.Collector("old", 1, 400))));
    assertThat(ForkRecord.Gc.sum(List.of(with(ForkRecord.Jvm.NONE)))).isNull();
  }

  @Test
  void shouldReadBackWhatTheJvmDid() throws IOException {
    for (ForkRecord.Jvm jvm :
        List.of(
            Examples.fork(1).jvm(),
            ForkRecord.Jvm.NONE,
            new ForkRecord.Jvm(
                gc(),
                ForkRecord.Allocation.unavailable(new RunReason.AllocationUncounted("a JVM"))))) {
      Path file = folder.resolve("fork.json");
      Json.write(file, with(jvm));

      assertThat(Json.read(file, ForkRecord.class, ForkRecord.SCHEMA).jvm()).isEqualTo(jvm);
    }
  }

  @Test
  void shouldWriteCollectionsAndAllocationWithTheirUnits() {
    assertThat(Json.text(Examples.fork(1).jvm()).replaceAll("\\s+", ""))
        .isEqualTo(
            "{\"gc\":{\"count\":13,\"time_ms\":75,\"collectors\":["
                + "{\"name\":\"G1YoungGeneration\",\"count\":12,\"time_ms\":45},"
                + "{\"name\":\"G1OldGeneration\",\"count\":1,\"time_ms\":30}]},"
                + "\"allocation\":{\"bytes\":2000,\"bytes_per_message\":5.0}}");
  }

  @Test
  void shouldOpenAForkThatSaysNothingOfItsJvm() throws IOException {
    Path file = folder.resolve("fork.json");
    Json.write(file, with(ForkRecord.Jvm.NONE));

    assertThat(Files.readString(file)).doesNotContain("\"gc\" : {", "allocation");
    assertThat(Json.read(file, ForkRecord.class, ForkRecord.SCHEMA).jvm())
        .isEqualTo(ForkRecord.Jvm.NONE);
  }

  @Test
  void shouldHaveNoFigureForAMessageWithoutMessages() {
    assertThat(ForkRecord.Allocation.of(2_000, 0).bytesPerMessage()).isNull();
    assertThat(ForkRecord.Allocation.of(2_000, 0).bytes()).isEqualTo(2_000);
  }

  @Test
  void shouldShowTheRarestPercentileWhereItIsKnownOrAskedFor() {
    RunRecord run = Examples.run("20261101-100000-aaaa");
    Spread known = new Spread(103L, 101L, 109L);

    assertThat(run.shownPercentiles()).isEqualTo(Percentiles.NAMES);
    assertThat(with(run, List.of(), new Spread(null, null, null)).shownPercentiles())
        .isEqualTo(Percentiles.NAMES);
    assertThat(with(run, List.of(), known).shownPercentiles())
        .containsExactly("p50", "p90", "p99", "p99_9", "p99_99", "p99_999");
    assertThat(with(run, List.of("p50", "p95"), known).shownPercentiles())
        .containsExactly("p50", "p95");
  }

  private static RunRecord with(RunRecord run, List<String> percentiles, Spread rarest) {
    return new RunRecord(
        run.schema(),
        new RunRecord.Origin(
            run.id(),
            run.command(),
            run.commandLine(),
            run.benchmark(),
            run.startedAt(),
            run.endedAt()),
        new RunRecord.Setup(run.arms(), run.loads(), run.environment()),
        new RunRecord.Result(
            run.validity(),
            Map.of(new SummaryKey(1, 0, SummaryKey.RESPONSE), Map.of("p99_999", rarest)),
            percentiles,
            run.rateSearch()),
        run.forks(),
        run.complete());
  }
}
