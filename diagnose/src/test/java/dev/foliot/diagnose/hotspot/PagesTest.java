package dev.foliot.diagnose.hotspot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foliot.linux.MemoryRegion;
import java.util.List;
import org.junit.jupiter.api.Test;

class PagesTest {
  private static final long BLOCK = 1 << 14;
  private static final long START = 0x10_0000_0000L;

  private final FakeMemory memory = new FakeMemory();
  private final Pages pages = new Pages(memory);

  @Test
  void shouldReadNumbersAcrossTheEndsOfBlocks() throws BadMemoryException {
    for (int back = 0; back <= 8; back++) {
      long at = START + (back + 1) * BLOCK - back;
      memory.i8(at, 0x8877_6655_4433_2211L);
      Pages pages = new Pages(memory);
      assertThat(pages.i8(at)).isEqualTo(0x8877_6655_4433_2211L);
      assertThat(pages.i4(at + 4)).isEqualTo(0x8877_6655);
      assertThat(pages.u4(at + 4)).isEqualTo(0x8877_6655L);
      assertThat(pages.u2(at + 6)).isEqualTo(0x8877);
      assertThat(pages.u1(at + 7)).isEqualTo(0x88);
      assertThat(pages.bytes(at, 3)).containsExactly(0x11, 0x22, 0x33);
    }
  }

  @Test
  void shouldReadTextsAcrossTheEndsOfBlocks() throws BadMemoryException {
    memory.text(START + BLOCK - 5, "across the end").text(START + 2 * BLOCK - 3, "ab");
    assertThat(pages.cString(START + BLOCK - 5, 14)).isEqualTo("across the end");
    assertThat(pages.cString(START + 2 * BLOCK - 3, 2)).isEqualTo("ab");
    assertThat(pages.cString(START + BLOCK + 9, 10)).isEmpty();
    assertThatExceptionOfType(BadMemoryException.class)
        .isThrownBy(() -> pages.cString(START + BLOCK - 5, 13))
        .withMessageContaining("more than 13 bytes");
  }

  @Test
  void shouldReadAPageWhoseNeighboursAreMissing() throws BadMemoryException {
    memory.i8(START + 4096, 7);
    assertThat(pages.i8(START + 4096)).isEqualTo(7);
    assertThatExceptionOfType(BadMemoryException.class)
        .isThrownBy(() -> pages.i8(START + 8192 - 4))
        .withMessageContaining("cannot be read");
    assertThatExceptionOfType(BadMemoryException.class).isThrownBy(() -> pages.i8(START));
    assertThatExceptionOfType(BadMemoryException.class).isThrownBy(() -> pages.i8(-8));
    assertThatExceptionOfType(BadMemoryException.class).isThrownBy(() -> pages.u1(0));
  }

  @Test
  void shouldSeeEachPlaceAtOneMomentUntilItForgets() throws BadMemoryException {
    memory.i8(START, 1);
    assertThat(pages.i8(START)).isEqualTo(1);
    memory.i8(START, 2);
    assertThat(pages.i8(START)).isEqualTo(1);
    pages.forget(START);
    assertThat(pages.i8(START)).isEqualTo(2);
  }

  @Test
  void shouldRefuseWhatIsNoPointer() throws BadMemoryException {
    memory.i8(START, 0).i8(START + 8, START + 4).i8(START + 16, -8).i8(START + 24, 8);
    assertThat(pages.pointer(START)).isZero();
    for (long at : new long[] {START + 8, START + 16, START + 24}) {
      assertThatExceptionOfType(BadMemoryException.class)
          .isThrownBy(() -> pages.pointer(at))
          .withMessageContaining("holds no pointer");
    }
    assertThatExceptionOfType(BadMemoryException.class)
        .isThrownBy(() -> pages.target(START))
        .withMessageContaining("holds null");
  }

  @Test
  void shouldKnowWhatIsMapped() {
    Regions regions =
        new Regions(
            List.of(
                new MemoryRegion(0x1000, 0x2000, "r--p", "/a"),
                new MemoryRegion(0x2000, 0x3000, "rw-p", ""),
                new MemoryRegion(0x3000, 0x4000, "---p", ""),
                new MemoryRegion(0x5000, 0x6000, "r-xp", "[heap]"),
                new MemoryRegion(-0x2000, -0x1000, "r-xp", "[vsyscall]")));
    assertThat(regions.isReadable(0x1000, 0x2000)).isTrue();
    assertThat(regions.isReadable(0x1fff, 2)).isTrue();
    assertThat(regions.isReadable(0x2fff, 2)).isFalse();
    assertThat(regions.isReadable(0xfff, 2)).isFalse();
    assertThat(regions.isReadable(0x3000, 1)).isFalse();
    assertThat(regions.isReadable(0x5fff, 1)).isTrue();
    assertThat(regions.isReadable(0x6000, 1)).isFalse();
    assertThat(regions.isReadable(-0x2000, 1)).isFalse();
    assertThat(regions.fileAt(0x1800)).contains("/a");
    assertThat(regions.fileAt(0x2800)).isEmpty();
    assertThat(regions.fileAt(0x4800)).isEmpty();
    assertThat(regions.fileAt(0x5800)).isEmpty();
  }
}
