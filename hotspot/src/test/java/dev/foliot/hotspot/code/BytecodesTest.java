package dev.foliot.hotspot.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foliot.hotspot.image.BadMemoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytecodesTest {
  private static byte[] code(int... bytes) {
    byte[] code = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      code[i] = (byte) bytes[i];
    }
    return code;
  }

  private static List<Integer> starts(byte[] code) throws BadMemoryException {
    List<Integer> starts = new ArrayList<>();
    Bytecodes.each(code, (bci, opcode) -> starts.add(bci));
    return starts;
  }

  @Test
  void shouldWalkThroughWideOnes() throws BadMemoryException {
    // wide iinc, wide iload, aload_0, return
    byte[] code = code(196, 132, 1, 0, 3, 232, 196, 21, 1, 0, 42, 177);
    assertThat(starts(code)).containsExactly(0, 6, 10, 11);
  }

  @Test
  void shouldWalkThroughSwitchesWithTheirPadding() throws BadMemoryException {
    // iload_0, tableswitch from 5 to 6 with two bytes of padding, return
    byte[] table =
        code(26, 170, 0, 0, 0, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 9, 0, 0, 0, 9, 177);
    assertThat(starts(table)).containsExactly(0, 1, 24);
    for (int opcode : new int[] {171, 228, 229}) {
      // with no padding and one pair
      byte[] lookup = code(0, 0, 0, opcode, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 9, 177);
      assertThat(starts(lookup)).containsExactly(0, 1, 2, 3, 20);
    }
  }

  /** The second instruction of a fused pair remains in the code. */
  @Test
  void shouldTakeThoseOfHotspotAsWhatTheyReplaced() throws BadMemoryException {
    // _fast_iaccess_0, _fast_igetfield; _fast_icaload, caload; _invokehandle; _fast_aldc
    byte[] code = code(221, 208, 1, 0, 226, 1, 52, 233, 1, 0, 230, 1, 176);
    assertThat(starts(code)).containsExactly(0, 1, 4, 6, 7, 10, 12);
  }

  @Test
  void shouldReadOperandsInBothOrders() {
    byte[] code = code(0, 192, 1, 2);
    assertThat(Bytecodes.operand(code, 1)).isEqualTo(0x102);
    assertThat(Bytecodes.ownOperand(code, 1)).isEqualTo(0x201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "202", // a breakpoint
        "238",
        "255",
        "192 1", // cut off
        "170 0 0 0 0 0 0 0 0 0 0 2 0 0 0 1", // high below low
        "170 0 0 0 0 0 0 0 128 0 0 0 127 255 255 255", // all there are
        "171 0 0 0 0 0 0 0 255 255 255 255", // a negative count
        "171 0 0 0 0 0 0 0 127 255 255 255",
        "171 0 0",
        "196"
      })
  void shouldRefuseWhatIsNoCode(String bytes) {
    byte[] code = code(Arrays.stream(bytes.split(" ", -1)).mapToInt(Integer::parseInt).toArray());
    assertThatExceptionOfType(BadMemoryException.class).isThrownBy(() -> starts(code));
  }

  @Test
  void shouldEndWhateverTheBytesAre() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      byte[] code = new byte[random.nextInt(200)];
      random.nextBytes(code);
      try {
        List<Integer> starts = starts(code);
        assertThat(starts).isSorted().doesNotHaveDuplicates();
      } catch (BadMemoryException e) {
        assertThat(e.what()).startsWith("there is no bytecode");
      }
    }
  }
}
