package dev.foliot.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ThreadRotationTest {
  private final ThreadRotation rotation = new ThreadRotation();

  private static List<Integer> threads(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }

  @Test
  void shouldTakeAllWhereAllHaveAPlace() {
    assertThat(rotation.next(threads(64), Set.of())).isEqualTo(threads(64));
    assertThat(rotation.missing(Set.of())).isZero();
  }

  @Test
  void shouldTakeTheBusiestFirst() {
    assertThat(rotation.next(threads(300), Set.of())).isEqualTo(threads(64));
    assertThat(rotation.ran()).isEqualTo(300);
    assertThat(rotation.missing(new HashSet<>(threads(64)))).isEqualTo(236);
  }

  @Test
  void shouldComeToAllInTurnAndLeaveNoKnownOneOut() {
    Set<Integer> watched = new HashSet<>(rotation.next(threads(300), Set.of()));
    for (int i = 1; i < 9; i++) {
      List<Integer> next = rotation.next(threads(300), Set.of(299));
      assertThat(next).hasSize(64).doesNotHaveDuplicates().contains(1, 31, 299);
      watched.addAll(next);
    }
    assertThat(rotation.missing(watched)).isZero();
  }

  @Test
  void shouldComeToOthersWhereManyAreKnown() {
    Set<Integer> known = new HashSet<>(threads(200));
    Set<Integer> watched = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      List<Integer> next = rotation.next(threads(300), known);
      assertThat(next).hasSize(64);
      watched.addAll(next);
    }
    assertThat(rotation.missing(watched)).isZero();
  }
}
