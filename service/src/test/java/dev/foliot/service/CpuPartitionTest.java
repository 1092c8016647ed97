package dev.foliot.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CpuPartitionTest {
  @Test
  void shouldGiveTheServiceOneOfTwo() {
    CpuPartition two = CpuPartition.of(CpuList.of(0, 1), cores(1, 0, 1));
    assertThat(two)
        .isEqualTo(new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of()));
  }

  @Test
  void shouldGiveEachOneOfThreeAndTheServiceHalfOfMore() {
    CpuPartition three = CpuPartition.of(CpuList.of(0, 1, 2), cores(1, 0, 1, 2));
    assertThat(three)
        .isEqualTo(new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(2), List.of()));
    CpuPartition eight = CpuPartition.of(range(0, 8), cores(1, IntStream.range(0, 8).toArray()));
    assertThat(eight).isEqualTo(new CpuPartition(range(0, 4), range(4, 6), range(6, 8), List.of()));
  }

  @Test
  void shouldKeepHardwareThreadsOfACoreTogether() {
    // 0 and 4 are one core, 1 and 5 another
    CpuPartition four = CpuPartition.of(range(0, 8), cores(4, 0, 1, 2, 3));
    assertThat(four.service()).isEqualTo(CpuList.of(0, 4, 1, 5));
    assertThat(four.driver()).isEqualTo(CpuList.of(2, 6));
    assertThat(four.remote()).isEqualTo(CpuList.of(3, 7));
    assertThat(four.suspect()).isEmpty();
  }

  @Test
  void shouldSuspectWhatSharesACpuOrACore() {
    CpuPartition one = CpuPartition.of(CpuList.of(3), cores(1, 0, 1, 2, 3));
    assertThat(one.service()).isEqualTo(CpuList.of(3)).isEqualTo(one.driver());
    assertThat(one.suspect()).containsExactly(new ServiceReason.CpuShared("3"));

    CpuPartition siblings = CpuPartition.of(CpuList.of(0, 4), cores(4, 0, 1, 2, 3));
    assertThat(siblings.service()).isEqualTo(CpuList.of(0));
    assertThat(siblings.driver()).isEqualTo(CpuList.of(4));
    assertThat(siblings.suspect()).containsExactly(new ServiceReason.CoreShared("0,4"));
  }

  @Test
  void shouldNeverGiveACpuThatIsNotAllowedNorOneTwice() {
    for (int count = 2; count <= 12; count++) {
      CpuList allowed = CpuList.of(IntStream.range(0, count).map(i -> 3 * i).toArray());
      CpuPartition some = CpuPartition.of(allowed, cores(16, IntStream.range(0, 16).toArray()));
      List<Integer> given = new ArrayList<>();
      some.service().stream().forEach(given::add);
      some.driver().stream().forEach(given::add);
      if (!some.remote().equals(some.driver())) {
        some.remote().stream().forEach(given::add);
      }
      assertThat(given).containsExactlyInAnyOrderElementsOf(allowed.stream().boxed().toList());
    }
  }

  @Test
  void shouldTakeOneHardwareThreadOfEachCoreFirst() {
    // (0,1) is a core, (2,3) the next: the numbering of most cloud machines
    CpuPartition pairs =
        CpuPartition.of(
            range(0, 8),
            List.of(CpuList.of(0, 1), CpuList.of(2, 3), CpuList.of(4, 5), CpuList.of(6, 7)));
    assertThat(pairs.service()).isEqualTo(range(0, 4));
    assertThat(pairs.withServiceCpus(2).service()).isEqualTo(CpuList.of(0, 2));
    assertThat(pairs.withServiceCpus(3).service()).isEqualTo(CpuList.of(0, 1, 2));
    assertThat(pairs.coresFirst(range(0, 8).stream().toArray()))
        .containsExactly(0, 2, 4, 6, 1, 3, 5, 7);
    assertThat(pairs.sharedCores(CpuList.of(0, 2))).isEmpty();
    assertThat(pairs.sharedCores(CpuList.of(0, 1, 2)))
        .containsExactly(new ServiceReason.FewerCoresThanCpus(3, "0-2", 2));
    assertThat(pairs.sharedCores(CpuList.of(6, 7)))
        .containsExactly(new ServiceReason.FewerCoresThanCpus(2, "6-7", 1));
    assertThat(CpuPartition.of(range(0, 8), List.of()).sharedCores(range(0, 8))).isEmpty();
  }

  @Test
  void shouldNarrowTheServiceAlone() {
    CpuPartition eight = CpuPartition.of(range(0, 8), List.of());
    assertThat(eight.withServiceCpus(2).service()).isEqualTo(CpuList.of(0, 1));
    assertThat(eight.withServiceCpus(2).driver()).isEqualTo(eight.driver());
    assertThatThrownBy(() -> eight.withServiceCpus(5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CpuPartition.of(CpuList.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldPartitionThisMachine() {
    assertThat(CpuPartition.here(Path.of("/")))
        .isInstanceOfSatisfying(
            Reading.Value.class,
            here -> assertThat(((CpuPartition) here.value()).service().isEmpty()).isFalse());
  }

  private static CpuList range(int from, int to) {
    return CpuList.of(IntStream.range(from, to).toArray());
  }

  /** A core for each CPU, with a sibling {@code apart} further on if that is above 1. */
  private static List<CpuList> cores(int apart, int... cpus) {
    return IntStream.of(cpus)
        .mapToObj(cpu -> apart > 1 ? CpuList.of(cpu, cpu + apart) : CpuList.of(cpu))
        .toList();
  }
}
