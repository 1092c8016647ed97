package dev.foliot.checks.specimens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LotteryTest {
  private static final int LINE_BYTES = 64;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 300})
  void shouldLoadAFillerWithSoManyMethodsFirst(int methods) throws Exception {
    Specimen specimen = Specimens.lottery(methods);
    Cast cast = specimen.prepare(Training.brief());
    ClassLoader loader = cast.classes().get(0).getClassLoader();
    Class<?> filler = Class.forName("dev.foliot.checks.specimens.Filler", true, loader);
    assertThat(filler.getClassLoader()).isSameAs(loader);
    assertThat(filler.getDeclaredMethods()).hasSize(methods);
    assertThat(specimen.truth().name()).isEqualTo("lottery-" + methods);
  }

  @Test
  void shouldRefuseFillersThatNoClassFileHolds() {
    assertThatThrownBy(() -> Specimens.lottery(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Specimens.lottery(60_001))
        .hasMessageContaining("60000")
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** For any size of fillers in this JVM, and any place of its classes. */
  @Test
  void shouldPutAClassWhereItsLuckIs() {
    assertThat(placeOf("lucky-address")).isIn(8, 16, 24);
    assertThat(placeOf("lucky-part-time")).isIn(8, 16, 24);
    assertThat(placeOf("true-secondary")).isEqualTo(24);
  }

  /** A new loader's first class begins a line, where all its fields share it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "false-primary",
        "false-secondary",
        "false-part-time",
        "hand-off-reading",
        "hand-off-failing",
        "seldom"
      })
  void shouldPutAClassWhereItSharesALine(String name) {
    assertThat(placeOf(name)).isZero();
  }

  private static int placeOf(String name) {
    Cast cast = Specimens.named(name).orElseThrow().prepare(Training.brief());
    return KlassPlace.open().of(Parcels.maker(cast.classes().get(0)).get());
  }

  /** 3 of 8 places are favourable for a primary check, 1 of 8 for one that fails. */
  @Test
  void shouldKnowWhichAddressesAreLucky() {
    assertThat(lucky(Neighbour.PRIMARY_SUPERS)).containsExactly(8, 16, 24);
    assertThat(lucky(Neighbour.SECONDARY_SUPERS)).containsExactly(24);
  }

  private static int[] lucky(Neighbour field) {
    return IntStream.range(0, 8)
        .map(i -> 8 * i)
        .filter(place -> !field.sharesLine(0x7f00_0000_1000L + place, LINE_BYTES))
        .toArray();
  }

  @Test
  void shouldDecideByTheAddressOnlyWhereItMatters() {
    Truth drawn = Specimens.lottery(3).truth();
    assertThat(drawn.isSickAt(0x800, LINE_BYTES)).isTrue();
    assertThat(drawn.isSickAt(0x808, LINE_BYTES)).isFalse();
    Truth shared = Specimens.named("pipeline").orElseThrow().truth();
    assertThat(shared.isSickAt(0x808, LINE_BYTES)).isTrue();
    Truth apart = Specimens.named("thread-local").orElseThrow().truth();
    assertThat(apart.isSickAt(0x800, LINE_BYTES)).isFalse();
  }
}
