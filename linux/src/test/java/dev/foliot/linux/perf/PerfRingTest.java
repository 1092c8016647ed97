package dev.foliot.linux.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.linux.UnreadableException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PerfRingTest {
  private final Arena arena = Arena.ofConfined();
  private final FakeRing kernel = new FakeRing(arena, 1);
  private final List<String> seen = new ArrayList<>();

  @AfterEach
  void free() {
    arena.close();
  }

  private PerfRing ring() throws UnreadableException {
    return PerfRing.in(kernel.mapping(), FakeRing.PAGE);
  }

  private void note(int type, int misc, MemorySegment body) {
    List<Long> words = new ArrayList<>();
    for (long at = 0; at < body.byteSize(); at += Long.BYTES) {
      words.add(body.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
    }
    seen.add(type + "/" + misc + words);
  }

  @Test
  void shouldHandRecordsOnInOrderAndFreeTheirPlace() throws Exception {
    PerfRing ring = ring();
    ring.drain(this::note);
    assertThat(seen).isEmpty();
    kernel.record(9, 2, 11, 12).record(2, 0, 5, 6).record(77, 0xffff);
    ring.drain(this::note);
    assertThat(seen).containsExactly("9/2[11, 12]", "2/0[5, 6]", "77/65535[]");
    assertThat(kernel.tail()).isEqualTo(kernel.head());
    ring.drain(this::note);
    assertThat(seen).hasSize(3);
    assertThat(ring.broken()).isZero();
  }

  /** Every place in the ring: records of three words wrap around in all ways. */
  @Test
  void shouldPutTogetherWhatTheEndOfTheRingParts() throws Exception {
    PerfRing ring = ring();
    for (int i = 0; i < 2_000; i++) {
      kernel.record(9, 2, i, -i, 7L * i, 3);
      ring.drain(this::note);
      assertThat(seen).containsExactly("9/2[" + i + ", " + -i + ", " + 7L * i + ", 3]");
      seen.clear();
    }
    assertThat(ring.broken()).isZero();
    assertThat(kernel.head()).isGreaterThan(10L * FakeRing.PAGE);
  }

  @Test
  void shouldTakeARingThatIsFull() throws Exception {
    PerfRing ring = ring();
    kernel.record(1, 0, 0);
    ring.drain(this::note);
    seen.clear();
    long[] words = LongStream.range(0, FakeRing.PAGE / Long.BYTES - 1).toArray();
    kernel.record(9, 1, words);
    ring.drain(this::note);
    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst()).startsWith("9/1[0, 1, 2,").endsWith(", 510]");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 9, 12, 4088, 65_535})
  void shouldLeaveOutWhatComesAfterALyingSize(int size) throws Exception {
    PerfRing ring = ring();
    kernel.record(9, 2, 1).header(9, 2, size).words(2, 3);
    ring.drain(this::note);
    assertThat(seen).containsExactly("9/2[1]");
    assertThat(ring.broken()).isEqualTo(1);
    assertThat(kernel.tail()).isEqualTo(kernel.head());
    kernel.record(9, 2, 4);
    ring.drain(this::note);
    assertThat(seen).containsExactly("9/2[1]", "9/2[4]");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -8, 4104, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldNotFollowALyingHead(long head) throws Exception {
    PerfRing ring = ring();
    kernel.record(9, 2, 1);
    kernel.set(PerfRing.DATA_HEAD, head);
    ring.drain(this::note);
    assertThat(seen).isEmpty();
    assertThat(ring.broken()).isEqualTo(1);
  }

  @Test
  void shouldSurviveAHeadInTheMiddleOfAWord() throws Exception {
    PerfRing ring = ring();
    kernel.record(9, 2, 1);
    kernel.set(PerfRing.DATA_HEAD, 13);
    ring.drain(this::note);
    kernel.set(PerfRing.DATA_HEAD, 29);
    ring.drain(this::note);
    kernel.set(PerfRing.DATA_HEAD, 31);
    ring.drain(this::note);
    assertThat(seen).isEmpty();
    assertThat(ring.broken()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"0,4096", "4096,8192", "8192,4096", "4096,-1"})
  void shouldRefuseARingOfAnotherSize(long offset, long size) {
    kernel.set(PerfRing.DATA_OFFSET, offset).set(PerfRing.DATA_SIZE, size);
    assertThatThrownBy(this::ring)
        .isInstanceOf(UnreadableException.class)
        .hasMessageContaining("ring of 4096 bytes has " + size);
  }

  @Test
  void shouldTakeAnOldKernelsWord() throws Exception {
    kernel.set(PerfRing.DATA_OFFSET, 0).set(PerfRing.DATA_SIZE, 0).record(9, 2, 1);
    ring().drain(this::note);
    assertThat(seen).containsExactly("9/2[1]");
  }

  @Test
  void shouldRefuseALengthThatNoRingHas() {
    for (int bytes : new int[] {0, 4, 24, 4095}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new RecordRing(MemorySegment.ofArray(new byte[bytes])));
    }
  }

  @Test
  void shouldEndWhateverBytesAreThere() throws Exception {
    long seed = System.nanoTime();
    System.out.println("shouldEndWhateverBytesAreThere: seed " + seed);
    Random random = new Random(seed);
    PerfRing ring = ring();
    SampleSink sink =
        new SampleSink(PerfSampling.everyCount(RegisterSet.X86_64, 64), RegisterSet.X86_64, 1_000);
    for (int round = 0; round < 20_000; round++) {
      // Most records are aligned to 8 bytes.
      int toAlign = (int) (-kernel.head() & 7);
      boolean aligned = random.nextInt(100) > 0;
      byte[] noise = new byte[toAlign + random.nextInt(25) * 8 + (aligned ? 0 : 3)];
      random.nextBytes(noise);
      if (random.nextBoolean()) {
        kernel.header(SampleSink.SAMPLE, 2, random.nextInt(64) * 8);
      }
      kernel.bytes(noise);
      if (random.nextInt(100) == 0) {
        kernel.set(PerfRing.DATA_HEAD, random.nextLong());
      }
      ring.drain(sink);
    }
    assertThat(ring.broken()).isPositive();
    assertThat(sink.samples()).hasSizeLessThanOrEqualTo(1_000);
    assertThat(sink.lost()).isNotNegative();
  }

  @Test
  void shouldRoundARingUpToAPowerOfTwoOfPages() {
    assertThat(PerfSession.ringBytes(0, 4096)).isEqualTo(4096);
    assertThat(PerfSession.ringBytes(4096, 4096)).isEqualTo(4096);
    assertThat(PerfSession.ringBytes(4097, 4096)).isEqualTo(8192);
    assertThat(PerfSession.ringBytes(5 * 4096, 4096)).isEqualTo(8 * 4096);
    assertThat(PerfSession.ringBytes(4 << 20, 65_536)).isEqualTo(4 << 20);
  }
}
