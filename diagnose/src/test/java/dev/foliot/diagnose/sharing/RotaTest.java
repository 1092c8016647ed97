package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RotaTest {
  private final Rota rota = new Rota();

  private static List<Integer> threads(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }

  @Test
  void shouldTakeAllWhereAllHaveAPlace() {
    assertThat(rota.next(threads(64), Set.of())).isEqualTo(threads(64));
    assertThat(rota.missing(Set.of())).isZero();
  }

  @Test
  void shouldTakeTheBusiestFirst() {
    assertThat(rota.next(threads(300), Set.of())).isEqualTo(threads(64));
    assertThat(rota.ran()).isEqualTo(300);
    assertThat(rota.missing(new HashSet<>(threads(64)))).isEqualTo(236);
  }

  @Test
  void shouldComeToAllInTurnAndLeaveNoKnownOneOut() {
    Set<Integer> watched = new HashSet<>(rota.next(threads(300), Set.of()));
    for (int i = 1; i < 9; i++) {
      List<Integer> next = rota.next(threads(300), Set.of(299));
      assertThat(next).hasSize(64).doesNotHaveDuplicates().contains(1, 31, 299);
      watched.addAll(next);
    }
    assertThat(rota.missing(watched)).isZero();
  }

  @Test
  void shouldComeToOthersWhereManyAreKnown() {
    Set<Integer> known = new HashSet<>(threads(200));
    Set<Integer> watched = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      List<Integer> next = rota.next(threads(300), known);
      assertThat(next).hasSize(64);
      watched.addAll(next);
    }
    assertThat(rota.missing(watched)).isZero();
  }
}
