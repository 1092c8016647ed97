package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JvmWorkTest {
  private static ForkRecord fork(
      int arm, ForkRecord.@Nullable Gc gc, ForkRecord.@Nullable Allocation allocation) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(arm, 0, 1, "2026-11-21T00:00:00Z"),
        ForkRecord.Messages.NONE,
        Validity.valid(),
        ForkRecord.Times.none(),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(Figures.none(), "none", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            new ForkRecord.Jvm(gc, allocation)),
        new ForkRecord.End(0, null));
  }

  private static ForkRecord collecting(long young, long youngMs, long old, long oldMs) {
    return fork(
        0,
        ForkRecord.Gc.of(
            List.of(
                new ForkRecord.Collector("Young", young, youngMs),
                new ForkRecord.Collector("Old", old, oldMs))),
        null);
  }

  private static ForkRecord allocating(int arm, long bytes, long messages) {
    return fork(arm, null, ForkRecord.Allocation.of(bytes, messages));
  }

  @Test
  void shouldTellTheCollectionsOfAllForks() {
    assertThat(JvmWork.gc(List.of(collecting(7, 20, 0, 0), collecting(5, 25, 0, 0))))
        .isEqualTo("12 collections, 45 ms in 2 forks (Young)");
    assertThat(JvmWork.gc(List.of(collecting(1, 0, 0, 0))))
        .isEqualTo("1 collection, below 1 ms (Young)");
    assertThat(JvmWork.gc(List.of(collecting(12, 45, 1, 1_200))))
        .isEqualTo(
            "13 collections, 1.25 s (Young: 12 collections, 45 ms; Old: 1 collection, 1.2 s)");
    assertThat(JvmWork.gc(List.of(collecting(0, 0, 0, 0), collecting(0, 0, 0, 0))))
        .isEqualTo("no collection in 2 forks");
  }

  @Test
  void shouldTellNothingWhereNoForkDoes() {
    assertThat(JvmWork.gc(List.of(fork(0, null, null)))).isEmpty();
    assertThat(JvmWork.perMessage(List.of(fork(0, null, null)))).isEmpty();
    assertThat(JvmWork.whyUncounted(List.of(fork(0, null, null)))).isEmpty();
  }

  @Test
  void shouldGiveTheAllocationOfEachArm() {
    List<ForkRecord> forks = new ArrayList<>();
    forks.add(allocating(0, 10_160, 10));
    forks.add(allocating(1, 5, 100));
    forks.add(allocating(0, 10_180, 10));
    forks.add(allocating(0, 10_240, 10));
    forks.add(allocating(0, 10_240, 0));

    assertThat(JvmWork.perMessage(forks))
        .containsExactly(
            new JvmWork.PerMessage(0, 1_018, 1_016, 1_024),
            new JvmWork.PerMessage(1, 0.05, 0.05, 0.05));
    assertThat(JvmWork.perMessage(forks).get(0).text())
        .isEqualTo("1,018 B a message (1,016 to 1,024 B)");
    assertThat(new JvmWork.PerMessage(1, 0.04, 0.03, 0.04).text()).isEqualTo("0 B a message");
    assertThat(new JvmWork.PerMessage(1, 16.04, 16, 16.1).text())
        .isEqualTo("16 B a message (16 to 16.1 B)");
  }

  @Test
  void shouldSayWhyNothingWasCounted() {
    RunReason why = new RunReason.AllocationUncounted("OpenJ9");

    assertThat(JvmWork.whyUncounted(List.of(fork(0, null, ForkRecord.Allocation.unavailable(why)))))
        .contains(why);
    assertThat(why.sentence()).contains("OpenJ9 does not count", "--jdk");
  }
}
