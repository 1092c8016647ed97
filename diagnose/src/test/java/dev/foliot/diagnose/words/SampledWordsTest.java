package dev.foliot.diagnose.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.words.SampledWords.Line;
import dev.foliot.diagnose.words.SampledWords.Word;
import dev.foliot.hotspot.code.MemoryWrite;
import dev.foliot.linux.perf.CpuSampler.Sample;
import dev.foliot.linux.perf.UserRegisters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampledWordsTest {
  private static final long OBJECT = 0x7000_0000L;

  private final List<Sample> samples = new ArrayList<>();
  private final Map<Long, List<MemoryWrite>> code = new HashMap<>();

  private void writes(long ip, long address, int bytes) {
    code.put(ip, List.of(new MemoryWrite(ip - 5, ip, address, bytes, true)));
  }

  private void sampled(int tid, long ip, int times) {
    for (int i = 0; i < times; i++) {
      UserRegisters registers = UserRegisters.of(Map.of("rip", ip, "rsi", OBJECT));
      samples.add(new Sample(tid, ip, false, registers));
    }
  }

  private List<Line> lines() {
    return new SampledWords(samples, registers -> code.getOrDefault(registers.ip(), List.of()))
        .lines();
  }

  @Test
  void shouldNameAWordThatTwoThreadsWrite() {
    writes(100, OBJECT + 16, 8);
    sampled(1, 100, 20);
    sampled(2, 100, 30);
    sampled(2, 500, 50);
    assertThat(lines())
        .singleElement()
        .satisfies(line -> {
          assertThat(line.samples()).isEqualTo(50);
          Word word = line.words().getFirst();
          assertThat(word.address()).isEqualTo(OBJECT + 16);
          assertThat(word.bytes()).isEqualTo(8);
          assertThat(word.tids()).containsExactlyInAnyOrder(1, 2);
          assertThat(word.samples()).isEqualTo(50);
          assertThat(word.hints()).contains(OBJECT);
        });
  }

  @Test
  void shouldNameWordsOfOneLineThatDifferentThreadsWrite() {
    writes(100, OBJECT + 16, 8);
    writes(200, OBJECT + 24, 8);
    sampled(1, 100, 20);
    sampled(2, 200, 10);
    assertThat(lines())
        .singleElement()
        .satisfies(
            line -> assertThat(line.words()).extracting(Word::samples).containsExactly(20, 10));
  }

  @Test
  void shouldLeaveOutWordsOfOneThread() {
    writes(100, OBJECT, 8);
    writes(200, OBJECT + 64, 8);
    sampled(1, 100, 50);
    sampled(2, 200, 50);
    assertThat(lines()).isEmpty();
  }

  @Test
  void shouldLeaveOutRareWords() {
    writes(100, OBJECT, 8);
    sampled(1, 100, 2);
    sampled(2, 100, 2);
    sampled(1, 500, 2_000);
    assertThat(lines()).isEmpty();
  }

  @Test
  void shouldLeaveOutWordsThatCannotBeWatched() {
    writes(100, OBJECT + 1, 8);
    writes(200, OBJECT, 16);
    sampled(1, 100, 10);
    sampled(2, 100, 10);
    sampled(1, 200, 10);
    sampled(2, 200, 10);
    assertThat(lines()).isEmpty();
  }

  @Test
  void shouldLeaveOutSamplesWithoutRegistersAndInTheKernel() {
    writes(100, OBJECT, 8);
    UserRegisters registers = UserRegisters.of(Map.of("rip", 100L));
    for (int i = 0; i < 20; i++) {
      samples.add(new Sample(i % 2, 100, false));
      samples.add(new Sample(i % 2, 100, true, registers));
    }
    assertThat(lines()).isEmpty();
  }

  @Test
  void shouldTakeTheNearestWrite() {
    code.put(
        100L,
        List.of(
            new MemoryWrite(100, 105, OBJECT + 8, 8, false),
            new MemoryWrite(90, 95, OBJECT, 8, false)));
    sampled(1, 100, 10);
    sampled(2, 100, 10);
    assertThat(lines())
        .singleElement()
        .satisfies(
            line -> assertThat(line.words()).extracting(Word::address).containsExactly(OBJECT + 8));
  }

  @Test
  void shouldTakeAnAtomicUpdateThatHasJustEnded() {
    code.put(
        100L,
        List.of(
            new MemoryWrite(100, 105, OBJECT + 8, 8, false),
            new MemoryWrite(95, 100, OBJECT, 8, true)));
    sampled(1, 100, 10);
    sampled(2, 100, 10);
    assertThat(lines())
        .singleElement()
        .satisfies(
            line -> assertThat(line.words()).extracting(Word::address).containsExactly(OBJECT));
  }
}
