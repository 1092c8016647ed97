package dev.foliot.hotspot.code;

import static dev.foliot.hotspot.image.Unsigned5.Format.WITHOUT_ZERO;
import static dev.foliot.hotspot.image.Unsigned5.Format.WITH_ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Unsigned5;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packed numbers and line tables. */
class PackedTest {
  private static final int[] NUMBERS = {
    0, 1, 190, 191, 192, 193, 12_413, 12_414, 12_415, 800_000, 51_000_000, Integer.MAX_VALUE, -1
  };

  @ParameterizedTest
  @EnumSource(Unsigned5.Format.class)
  void shouldReadWhatWasPacked(Unsigned5.Format format) throws BadMemoryException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int number : NUMBERS) {
      pack(out, number, format == WITHOUT_ZERO ? 1 : 0);
    }
    Unsigned5 in = new Unsigned5(out.toByteArray(), 0, format);
    for (int number : NUMBERS) {
      assertThat(in.next()).isEqualTo(number);
    }
    assertThatExceptionOfType(BadMemoryException.class).isThrownBy(in::next);
  }

  /** The definition: up to 5 digits of base 64, little end first; the last is a low byte. */
  private static void pack(ByteArrayOutputStream out, int number, int unused) {
    int low = 192 - unused;
    long rest = Integer.toUnsignedLong(number);
    for (int i = 0; i < 4 && rest >= low; i++) {
      rest -= low;
      out.write((int) (192 + rest % 64));
      rest /= 64;
    }
    out.write((int) (unused + rest));
  }

  @Test
  void shouldReadSigns() throws BadMemoryException {
    Unsigned5 in = new Unsigned5(new byte[] {0, 1, 2, 3, 4}, 0, WITH_ZERO);
    assertThat(
            new int[] {
              in.nextSigned(), in.nextSigned(), in.nextSigned(), in.nextSigned(), in.nextSigned()
            })
        .containsExactly(0, -1, 1, -2, 2);
  }

  @Test
  void shouldRefuseAZeroByteWhereThereIsNone() {
    Unsigned5 in = new Unsigned5(new byte[] {0}, 0, WITHOUT_ZERO);
    assertThatExceptionOfType(BadMemoryException.class).isThrownBy(in::next);
  }

  @Test
  void shouldFindTheLineOfABytecode() {
    // From bci 0 line 7, from 5 line 8, from 300 line 1008, from 305 line 1006.
    byte[] table = {
      7,
      5 << 3 | 1,
      (byte) 0xff,
      (byte) (192 + (590 - 192) % 64),
      6,
      (byte) (192 + 16),
      28,
      -1,
      10,
      3,
      0
    };
    assertThat(Methods.lineIn(table, 0, WITH_ZERO)).isEqualTo(7);
    assertThat(Methods.lineIn(table, -1, WITH_ZERO)).isEqualTo(7);
    assertThat(Methods.lineIn(table, 4, WITH_ZERO)).isEqualTo(7);
    assertThat(Methods.lineIn(table, 5, WITH_ZERO)).isEqualTo(8);
    assertThat(Methods.lineIn(table, 299, WITH_ZERO)).isEqualTo(8);
    assertThat(Methods.lineIn(table, 300, WITH_ZERO)).isEqualTo(1008);
    assertThat(Methods.lineIn(table, 999, WITH_ZERO)).isEqualTo(1006);
    assertThat(Methods.lineIn(new byte[] {7}, 3, WITH_ZERO)).isEqualTo(-1);
    assertThat(Methods.lineIn(new byte[] {0}, 3, WITH_ZERO)).isEqualTo(-1);
  }

  @Test
  void shouldWriteAPlaceAsAStackTraceDoes() {
    assertThat(new JavaFrame("a.B", "c", 12, 41, "B.java").text()).isEqualTo("a.B.c(B.java:41)");
    assertThat(new JavaFrame("a.B", "c", 12, 41, "").text()).isEqualTo("a.B.c(line 41)");
    assertThat(new JavaFrame("a.B", "c", 12, -1, "B.java").text()).isEqualTo("a.B.c(bci 12)");
    assertThat(new JavaFrame("a.B", "c", -1, -1, "B.java").text()).isEqualTo("a.B.c(B.java)");
    assertThat(new JavaFrame("a.B", "c", -1, -1, "").text()).isEqualTo("a.B.c(Unknown Source)");
  }
}
