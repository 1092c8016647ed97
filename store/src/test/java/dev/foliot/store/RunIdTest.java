package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunIdTest {
  private static final Instant NOW = Instant.parse("2026-11-01T10:20:30.999Z");

  @Test
  void shouldBeTheSecondInUtcAndFourCharacters() {
    String id = RunId.next(NOW, new Random(1), List.of());

    assertThat(id).matches("20261101-102030-[0-9a-z]{4}").matches(RunId::is);
  }

  @Test
  void shouldSortByTheOrderOfTheirMaking() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> taken = new ArrayList<>();
    Instant now = NOW;
    for (int i = 0; i < 1_000; i++) {
      now = now.plusMillis(random.nextInt(100));
      taken.add(RunId.next(now, random, taken));
    }

    assertThat(taken).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void shouldGoOnInTheNextSecondWhenOneIsFull() {
    List<String> taken = List.of("20261101-102030-zzzz", "20261101-102031-zzzz", "fork-001");

    assertThat(RunId.next(NOW, new Random(1), taken)).startsWith("20261101-102032-");
  }

  @Test
  void shouldKnowItsOwn() {
    assertThat(List.of("20261101-102030-0i00", "20261101-102030-00000", "../x", "", "fork-001"))
        .noneMatch(RunId::is);
  }
}
