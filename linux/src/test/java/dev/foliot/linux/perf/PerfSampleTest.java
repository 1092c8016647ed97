package dev.foliot.linux.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfSampleTest {
  private static final RegisterSet SET = RegisterSet.X86_64;
  private static final PerfSampling HITS = PerfSampling.everyCount(SET, 16);
  private static final int USER = 2;
  private static final int KERNEL = 1;

  private static final long TID = 7L << 32 | 5;
  private static final long TIME = 123_456;
  private static final long ABI_64 = 2;
  private static final long NO_ABI = 0;

  private static MemorySegment bytes(long... words) {
    ByteBuffer bytes =
        ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
    for (long word : words) {
      bytes.putLong(word);
    }
    return MemorySegment.ofArray(bytes.array());
  }

  /** Thread, time, abi, the registers rax = 100 to r15 = 116, and these words. */
  private static MemorySegment hit(long... stack) {
    long[] words = new long[3 + 17 + stack.length];
    words[0] = TID;
    words[1] = TIME;
    words[2] = ABI_64;
    for (int i = 0; i < 17; i++) {
      words[3 + i] = 100L + i;
    }
    System.arraycopy(stack, 0, words, 20, stack.length);
    return bytes(words);
  }

  private static Optional<PerfSample> parse(MemorySegment body) {
    return PerfSample.parse(USER, body, HITS, SET);
  }

  @Test
  void shouldTakeAHitApart() {
    PerfSample sample = parse(hit(16, 0x1111, 0x2222, 16)).orElseThrow();
    assertThat(sample.tid()).isEqualTo(7);
    assertThat(sample.timeNs()).isEqualTo(TIME);
    assertThat(sample.kernel()).isFalse();
    UserRegisters registers = sample.registers();
    assertThat(registers.named("rax")).hasValue(100);
    assertThat(registers.named("rsi")).hasValue(104);
    assertThat(registers.fp()).isEqualTo(106);
    assertThat(registers.sp()).isEqualTo(107);
    assertThat(registers.ip()).isEqualTo(108);
    assertThat(registers.named("r8")).hasValue(109);
    assertThat(registers.named("r15")).hasValue(116);
    assertThat(sample.stack()).isEqualTo(bytes(0x1111, 0x2222).heapBase().orElseThrow());
  }

  @Test
  void shouldLeaveOffTheStackThatCouldNotBeCopied() {
    assertThat(parse(hit(16, 0x1111, 0x2222, 8)).orElseThrow().stack()).hasSize(8);
    assertThat(parse(hit(16, 0x1111, 0x2222, 0)).orElseThrow().stack()).isEmpty();
    assertThat(parse(hit(0)).orElseThrow().stack()).isEmpty();
  }

  @Test
  void shouldHaveNoRegistersWhereTheKernelHadNone() {
    PerfSample sample = parse(bytes(TID, TIME, NO_ABI, 0)).orElseThrow();
    assertThat(sample.registers().isEmpty()).isTrue();
    assertThat(sample.registers().ip()).isZero();
    assertThat(sample.registers().named("rax")).isEqualTo(OptionalLong.empty());
    assertThat(sample.registers().all()).isEmpty();
    assertThat(sample.stack()).isEmpty();
  }

  @Test
  void shouldTellWhereAThreadIsOnTheCpu() {
    PerfSampling places = PerfSampling.place(SET, 1_000);
    MemorySegment body = bytes(0xffff_ffff_8000_0000L, TID, ABI_64, 0x7f00);
    PerfSample sample = PerfSample.parse(KERNEL, body, places, SET).orElseThrow();
    assertThat(sample.kernel()).isTrue();
    assertThat(sample.ip()).isEqualTo(0xffff_ffff_8000_0000L);
    assertThat(sample.registers().ip()).isEqualTo(0x7f00);
    assertThat(sample.registers().all()).containsOnlyKeys("rip");
    assertThat(PerfSample.parse(USER, body, places, SET).orElseThrow().kernel()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -16, 24, 1 << 20, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldRefuseALyingSizeOfTheStack(long size) {
    assertThat(parse(hit(size, 1, 2, 16))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 17, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldRefuseALyingFilledPart(long filled) {
    assertThat(parse(hit(16, 1, 2, filled))).isEmpty();
  }

  @Test
  void shouldRefuseEveryRecordThatIsCutShort() {
    MemorySegment whole = hit(16, 1, 2, 16);
    for (long bytes = 0; bytes < whole.byteSize(); bytes++) {
      assertThat(parse(whole.asSlice(0, bytes))).as("%s bytes", bytes).isEmpty();
    }
    assertThat(parse(whole)).isPresent();
  }

  @Test
  void shouldTakeNoticeOfWhatWasLost() {
    SampleSink sink = new SampleSink(HITS, SET, 2);
    sink.accept(SampleSink.LOST, 0, bytes(1, 40));
    sink.accept(SampleSink.LOST_SAMPLES, 0, bytes(2));
    assertThat(sink.lost()).isEqualTo(42);
    sink.accept(SampleSink.SAMPLE, USER, bytes(1, 2));
    assertThat(sink.lost()).as("a sample that makes no sense").isEqualTo(43);
    sink.accept(5, 0, bytes(1, 2, 3));
    sink.accept(-1, 0, bytes());
    sink.accept(0, 0, bytes());
    assertThat(sink.lost()).as("other types of records").isEqualTo(43);
    for (int i = 0; i < 3; i++) {
      sink.accept(SampleSink.SAMPLE, USER, hit(0));
    }
    assertThat(sink.samples()).hasSize(2);
    assertThat(sink.lost()).as("more than wanted").isEqualTo(44);
  }

  @Test
  void shouldNotCountBelowNothingOrPastALong() {
    SampleSink sink = new SampleSink(HITS, SET, 2);
    sink.accept(SampleSink.LOST, 0, bytes(1));
    assertThat(sink.lost()).isEqualTo(1);
    sink.accept(SampleSink.LOST, 0, bytes(1, Long.MAX_VALUE));
    sink.accept(SampleSink.LOST_SAMPLES, 0, bytes(-5));
    assertThat(sink.lost()).isEqualTo(Long.MAX_VALUE);
  }
}
