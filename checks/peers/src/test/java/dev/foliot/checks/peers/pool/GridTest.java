package dev.foliot.checks.peers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GridTest {
  @Test
  void shouldTryEveryDoublingAndThenTheNeighboursOfTheBest() throws Exception {
    List<Integer> tried = new ArrayList<>();
    Grid.Found found =
        new Grid(1, 64)
            .search(size -> {
              tried.add(size);
              return 1000 - Math.abs(size - 11) * 20.0;
            });

    assertThat(tried).containsExactly(1, 2, 4, 8, 16, 32, 64, 6, 11);
    assertThat(found.size()).isEqualTo(11);
    assertThat(found.seen()).hasSize(9).containsEntry(11, 1000.0);
  }

  @Test
  void shouldTakeTheLeastOfThoseThatAreAsGood() throws Exception {
    Grid.Found found = new Grid(2, 32).search(size -> size < 8 ? size : 10 + size / 1000.0);

    assertThat(found.size()).isEqualTo(8);
  }

  @Test
  void shouldTryTheGreatestEvenIfItIsNoDoubling() throws Exception {
    Grid.Found found = new Grid(1024, 3000).search(size -> size);

    assertThat(found.size()).isEqualTo(3000);
    assertThat(found.seen()).containsOnlyKeys(1024, 2048, 2479, 3000);
  }

  @Test
  void shouldPassOverASizeThatFails() throws Exception {
    Grid.Found found = new Grid(1, 4).search(size -> size == 4 ? Double.NaN : size);

    // 3 is between 2 and 4, and does not fail
    assertThat(found.size()).isEqualTo(3);
  }

  @Test
  void shouldTryTheOnlySizeOnce() throws Exception {
    List<Integer> tried = new ArrayList<>();
    Grid.only(7).search(size -> tried.add(size) ? 1 : 0);

    assertThat(tried).containsExactly(7);
    assertThat(Grid.only(7).isOne()).isTrue();
  }

  @Test
  void shouldSayThatAllSizesFail() {
    assertThatThrownBy(() -> new Grid(1, 8).search(_ -> Double.NaN))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a fixed pool fails at all sizes");
  }

  @Test
  void shouldHandOnWhatATrialThrows() {
    assertThatThrownBy(() ->
            new Grid(1, 8)
                .search(_ -> {
                  throw new IOException("no process");
                }))
        .isInstanceOf(IOException.class)
        .hasMessage("no process");
  }

  @Test
  void shouldRefuseARangeWithoutSizes() {
    assertThatThrownBy(() -> new Grid(0, 8)).hasMessage("no sizes from 0 to 8");
    assertThatThrownBy(() -> new Grid(9, 8)).hasMessage("no sizes from 9 to 8");
  }
}
