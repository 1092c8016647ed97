package dev.foliot.judgement.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.judgement.Baselines;
import dev.foliot.judgement.Forks;
import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.WildFork;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideTest {
  @TempDir Path temp;

  @Test
  void shouldTakeTheForksOfOneArmUnderOneLoad() {
    StoredRun run =
        stored(
            Forks.of(1, 0, 0, Validity.valid()),
            Forks.of(2, 1, 0, Validity.valid()),
            Forks.of(3, 1, 1, Validity.valid()),
            Forks.of(4, 1, 1, Validity.of(Verdict.SUSPECT, new LoadReason.Steal(0.02))));

    BaselineRecord side = Side.of(run, 1, 1);
    assertThat(side.figures().forks())
        .containsExactly(run.fork(3).times().response(), run.fork(4).times().response());
    assertThat(side.part().arm()).isEqualTo(run.run().arms().get(1));
    assertThat(side.part().load()).isEqualTo(run.run().loads().get(1));
    assertThat(side.validity())
        .isEqualTo(Validity.of(Verdict.SUSPECT, new LoadReason.Steal(0.02)).in("fork 4"));
  }

  @Test
  void shouldLeaveInvalidForksOutAndSaySo() {
    Validity invalid = Validity.of(Verdict.INVALID, new RunReason.ForkFailed("it died"));
    StoredRun run = stored(Forks.of(1, 0, 0, invalid), Forks.of(2, 0, 0, Validity.valid()));

    assertThat(Side.of(run, 0, 0).figures().forks()).hasSize(1);
    assertThat(Side.of(run, 0, 0).validity())
        .isEqualTo(Validity.of(Verdict.SUSPECT, new RunReason.ForksLeftOut(1, 2)));
    assertThat(Side.of(stored(Forks.of(1, 0, 0, invalid)), 0, 0).validity().verdict())
        .isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldRefuseAnArmThatIsNotThere() {
    StoredRun run = stored(Forks.of(1, 0, 0, Validity.valid()));

    assertThatThrownBy(() -> Side.of(run, 2, 0))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("has no arm 2: it has 2, counted from 0");
    assertThatThrownBy(() -> Side.of(run, 0, -1)).hasMessageContaining("has no load -1");
  }

  @Test
  void shouldNameAWildForkAndWhatStoppedIt() {
    ForkRecord[] forks = forks(1, 1.1, 20, 0.9, 1);
    StoredRun run =
        stored(
            fork -> {
              TimelineFiles.write(fork, collection());
              fork.slowest(SlowestMessage.COLUMNS, List.of(SLOW));
            },
            forks);

    List<WildFork> wild = Side.of(run, 0, 0).figures().wildForks();

    assertThat(wild).filteredOn(one -> one.percentile().equals("p99")).hasSize(1);
    WildFork p99 = wild.get(Percentiles.NAMES.indexOf("p99"));
    assertThat(p99.fork()).isEqualTo(3);
    assertThat(p99.times()).isBetween(19.0, 21.0);
    assertThat(p99.cause()).isEqualTo(StopKind.GC_PAUSE);
    assertThat(p99.delayShare()).isGreaterThan(0.9);
  }

  @Test
  void shouldNameAWildForkWhoseCauseIsNotKnown() {
    WildFork wild = Side.of(stored(forks(1, 1.1, 20, 0.9, 1)), 0, 0).figures().wildForks().get(2);

    assertThat(wild.cause()).isNull();
    assertThat(wild.delayShare()).isZero();
  }

  @Test
  void shouldNameNoneWhereForksDifferALittleOrManyDo() {
    for (double[] factors :
        new double[][] {{1, 1.1, 2.5, 0.9, 1}, {1, 1, 20, 20, 1}, {1, 2, 4, 8, 16}, {1, 20, 1}}) {
      assertThat(Side.of(stored(forks(factors)), 0, 0).figures().wildForks()).isEmpty();
    }
  }

  @Test
  void shouldNameTheWildForkOfPairs() {
    ForkRecord[] forks =
        IntStream.range(0, 10)
            .mapToObj(i ->
                Forks.of(
                    i + 1,
                    i % 2,
                    Validity.valid(),
                    Baselines.figures(i == 5 ? 20 : 1 + i / 100.0, null)))
            .toArray(ForkRecord[]::new);
    ComparisonRecord compared = PairComparer.compare(stored(GATE, fork -> {}, forks), temp);

    assertThat(compared.a().wildForks()).isEmpty();
    assertThat(compared.b().wildForks()).extracting(WildFork::fork).containsExactly(6);
    assertThat(ComparisonWords.estimator(compared)).contains(" Fork 6 of B is ");
  }

  private static final List<Long> TIMES =
      List.of(0L, 40_000_000L, 40_010_000L, 40_010_000L, 10_000L, 40_000_000L, 0L);

  private static final GateRecord GATE =
      new GateRecord(1.05, 900_000_000_000L, 500, List.of("p50", "p99"));

  private static final List<Object> SLOW = slow();

  private static List<Object> slow() {
    List<Object> row = new ArrayList<>(List.of(0L));
    row.addAll(TIMES);
    row.addAll(List.of(1L, "main"));
    return row;
  }

  private static TimelineRecord collection() {
    return new TimelineRecord(
        TimelineRecord.SCHEMA,
        List.of(new TimelineSource("safepoints", 1_000_000, 10, null)),
        List.of(new Stop(0, 40_000_000, 40_000_000, 1, StopKind.GC_PAUSE, "")),
        0);
  }

  private static ForkRecord[] forks(double... factors) {
    return IntStream.range(0, factors.length)
        .mapToObj(i ->
            Forks.of(
                i + 1,
                0,
                Validity.valid(),
                Baselines.figures(factors[i], (long) (200_000 * factors[i]))))
        .toArray(ForkRecord[]::new);
  }

  @Test
  void shouldBeTheSameFromAFile() {
    BaselineRecord side = Side.of(stored(Forks.of(1, 0, 0, Validity.valid())), 0, 0);
    side.write(temp.resolve("baseline.json"));

    assertThat(BaselineRecord.read(temp.resolve("baseline.json"))).isEqualTo(side);
  }

  private StoredRun stored(ForkRecord... forks) {
    return stored(fork -> {}, forks);
  }

  private StoredRun stored(Consumer<ForkFolder> also, ForkRecord... forks) {
    return stored(null, also, forks);
  }

  private StoredRun stored(
      @Nullable GateRecord gate, Consumer<ForkFolder> also, ForkRecord... forks) {
    Store store = Store.open(temp);
    RunFolder folder = store.begin("bench");
    RunRecord run = Forks.run(folder.id(), forks.length);
    folder.write(
        new RunRecord(
            run.schema(),
            run.origin(),
            new RunRecord.Setup(run.arms(), run.loads(), run.environment(), gate),
            run.result(),
            run.forks(),
            run.complete()));
    for (ForkRecord fork : forks) {
      try (var part = folder.beginFork(fork.place().fork())) {
        also.accept(part);
        part.commit(fork);
      }
    }
    return store.find(folder.id());
  }
}
