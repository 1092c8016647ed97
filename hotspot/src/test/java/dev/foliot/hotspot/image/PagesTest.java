package dev.foliot.hotspot.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PagesTest {
  private static final long BLOCK = 1 << 14;
  private static final long START = 0x10_0000_0000L;

  private final FakeMemory memory = new FakeMemory();
  private final Pages pages = pages();

  private Pages pages() {
    return new Pages(memory, new Allowance(Long.MAX_VALUE, Long.MAX_VALUE, () -> 0));
  }

  @Test
  void shouldReadNumbersAcrossTheEndsOfBlocks() throws BadMemoryException {
    for (int back = 0; back <= 8; back++) {
      long at = START + (back + 1) * BLOCK - back;
      memory.i8(at, 0x8877_6655_4433_2211L);
      Pages pages = pages();
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
    pages.forget(START, 1);
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
  void shouldKeepWhatIsUsedAndDropWhatWasUsedLongestAgo() throws BadMemoryException {
    long old = START + BLOCK;
    memory.i8(START, 1).i8(old, 2);
    assertThat(pages.i8(START)).isEqualTo(1);
    assertThat(pages.i8(old)).isEqualTo(2);
    memory.i8(START, 3).i8(old, 4);
    for (int i = 2; i < 3_000; i++) {
      memory.i8(START + i * BLOCK, i);
      assertThat(pages.i8(START + i * BLOCK)).isEqualTo(i);
      assertThat(pages.i8(START)).isEqualTo(1);
    }
    assertThat(pages.i8(old)).isEqualTo(4);
  }

  @Test
  void shouldShowNothingOfABlockThatItDropped() throws BadMemoryException {
    for (int i = 0; i < 3_000; i++) {
      memory.i8(START + i * BLOCK, i).i8(START + i * BLOCK + BLOCK / 2, i);
      assertThat(pages.i8(START + i * BLOCK)).isEqualTo(i);
    }
    long partly = START + 4_000 * BLOCK;
    memory.i8(partly, 7);
    assertThat(pages.i8(partly)).isEqualTo(7);
    assertThat(pages.i8(partly + 8)).isZero();
    assertThatExceptionOfType(BadMemoryException.class)
        .isThrownBy(() -> pages.i8(partly + BLOCK / 2))
        .withMessageContaining("cannot be read");
  }

  @Test
  void shouldReadNoMoreThanItsAllowance() throws BadMemoryException {
    memory.i8(START, 1).i8(START + BLOCK, 2).i8(START + 2 * BLOCK, 3);
    Pages few = new Pages(memory, new Allowance(2 * BLOCK, 1_000, () -> 0));
    assertThat(few.i8(START)).isEqualTo(1);
    assertThat(few.i8(START + BLOCK)).isEqualTo(2);
    assertThat(few.i8(START)).isEqualTo(1);
    assertThat(few.allowance().spent()).isEmpty();
    for (long at : new long[] {START + 2 * BLOCK, START + BLOCK}) {
      assertThatExceptionOfType(BadMemoryException.class)
          .isThrownBy(() -> few.i8(at))
          .withMessageContaining("more than 0 MiB");
    }
    assertThat(few.allowance().spent()).isNotEmpty();
  }

  @Test
  void shouldReadLittleAtATimeForLists() throws BadMemoryException {
    memory.i8(START + 508, 0x8877_6655_4433_2211L).text(START + 4_090, "across the end");
    Pages lists = Pages.ofLists(memory, new Allowance(4 * 512, 1_000, () -> 0));
    assertThat(lists.i8(START + 508)).isEqualTo(0x8877_6655_4433_2211L);
    assertThat(lists.cString(START + 4_090, 14)).isEqualTo("across the end");
    assertThat(lists.allowance().spent()).isEmpty();
    assertThatExceptionOfType(BadMemoryException.class)
        .isThrownBy(() -> lists.i8(START + 1_024))
        .withMessageContaining("more than 0 MiB");
    Pages others = Pages.ofLists(memory, new Allowance(1 << 20, 1_000, () -> 0));
    assertThatExceptionOfType(BadMemoryException.class)
        .isThrownBy(() -> others.i8(START + 2 * 4_096 - 4))
        .withMessageContaining("cannot be read");
  }

  @Test
  void shouldForgetAllOfAStructureThatLiesInTwoPieces() throws BadMemoryException {
    Pages lists = Pages.ofLists(memory, new Allowance(1 << 20, 1_000, () -> 0));
    memory.i8(START + 504, 1).i8(START + 512, 2).i8(START + 1_024, 3);
    assertThat(lists.i8(START + 504) + lists.i8(START + 512) + lists.i8(START + 1_024))
        .isEqualTo(6);
    memory.i8(START + 504, 11).i8(START + 512, 12).i8(START + 1_024, 13);
    lists.forget(START + 504, 16);
    assertThat(lists.i8(START + 504)).isEqualTo(11);
    assertThat(lists.i8(START + 512)).isEqualTo(12);
    assertThat(lists.i8(START + 1_024)).isEqualTo(3);
  }

  @Test
  void shouldReadNoLongerThanItsAllowance() throws BadMemoryException {
    memory.i8(START, 1).i8(START + BLOCK, 2);
    AtomicLong now = new AtomicLong(-5);
    Pages hasty = new Pages(memory, new Allowance(1 << 20, 2_000_000, now::get));
    assertThat(hasty.i8(START)).isEqualTo(1);
    now.set(2_000_000 - 5);
    assertThat(hasty.i8(START + BLOCK)).isEqualTo(2);
    now.set(2_000_000);
    assertThatExceptionOfType(BadMemoryException.class)
        .isThrownBy(() -> hasty.i8(START))
        .withMessageContaining("longer than 2 ms");
  }
}
