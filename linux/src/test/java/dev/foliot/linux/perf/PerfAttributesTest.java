package dev.foliot.linux.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Byte for byte what linux/perf_event.h says. */
class PerfAttributesTest {
  private final Arena arena = Arena.ofConfined();
  private MemorySegment attr = MemorySegment.NULL;

  @AfterEach
  void free() {
    arena.close();
  }

  private void write(PerfEvent event, boolean kernel, PerfSampling sampling) {
    attr = PerfAttributes.of(arena, event, kernel, sampling);
  }

  private int number(long at) {
    return attr.get(ValueLayout.JAVA_INT, at);
  }

  private long word(long at) {
    return attr.get(ValueLayout.JAVA_LONG, at);
  }

  @Test
  void shouldAskForNothingButACount() {
    write(PerfEvent.Software.TASK_CLOCK, false, PerfSampling.NONE);
    assertThat(number(0)).isEqualTo(1);
    assertThat(number(4)).isEqualTo(112);
    assertThat(word(8)).isEqualTo(1);
    assertThat(word(40)).as("exclude_kernel, exclude_hv").isEqualTo(0x60);
    for (long at = 16; at < PerfAttributes.BYTES; at += Long.BYTES) {
      assertThat(word(at)).as("at %s", at).isEqualTo(at == 40 ? 0x60 : 0);
    }
    write(PerfEvent.Software.TASK_CLOCK, true, PerfSampling.NONE);
    assertThat(word(40)).as("exclude_hv").isEqualTo(0x40);
  }

  @Test
  void shouldAskForRegistersAndStackOfEveryHit() {
    PerfEvent watch = new PerfEvent.Watchpoint(PerfEvent.Access.READ_WRITE, 0x7000, 4);
    PerfSampling sampling = PerfSampling.everyCount(RegisterSet.X86_64, 8192);
    write(watch, false, sampling);
    assertThat(number(0)).isEqualTo(5);
    assertThat(word(16)).as("sample_period").isEqualTo(1);
    assertThat(word(24)).as("TID, TIME, REGS_USER, STACK_USER").isEqualTo(0x3006);
    assertThat(word(40)).as("disabled, exclude_kernel, exclude_hv").isEqualTo(0x61);
    assertThat(number(52)).as("bp_type").isEqualTo(3);
    assertThat(word(56)).isEqualTo(0x7000);
    assertThat(word(64)).isEqualTo(4);
    assertThat(word(80)).as("ax to ip, r8 to r15").isEqualTo(0xff01ff);
    assertThat(number(88)).isEqualTo(8192);
    // header, tid, time; abi and 17 registers; size, stack and its filled length
    assertThat(sampling.recordBytes()).isEqualTo(8 * 3 + 8 * 18 + 8 + 8192 + 8);
  }

  @Test
  void shouldAskForNoStackWhereNoneIsWanted() {
    PerfSampling sampling = PerfSampling.everyCount(RegisterSet.AARCH64, 0);
    write(PerfEvent.Software.CPU_CLOCK, false, sampling);
    assertThat(word(24)).isEqualTo(0x1006);
    assertThat(word(80)).as("x0 to x30, sp, pc").isEqualTo(0x1ffffffffL);
    assertThat(number(88)).isZero();
    assertThat(sampling.recordBytes()).isEqualTo(8 * 3 + 8 * 34);
  }

  @Test
  void shouldAskForPlacesAtEvenDistances() {
    PerfSampling sampling = PerfSampling.place(RegisterSet.X86_64, 1_000_000);
    write(PerfEvent.Software.CPU_CLOCK, false, sampling);
    assertThat(word(16)).isEqualTo(1_000_000);
    assertThat(word(24)).as("IP, TID, REGS_USER").isEqualTo(0x1003);
    assertThat(word(80)).as("ip").isEqualTo(0x100);
    assertThat(sampling.recordBytes()).isEqualTo(40);
    assertThat(word(40)).as("disabled, exclude_kernel, exclude_hv").isEqualTo(0x61);
    write(PerfEvent.Hardware.CYCLES, false, sampling.precise(2));
    assertThat(number(0)).as("PERF_TYPE_HARDWARE").isZero();
    assertThat(word(8)).as("PERF_COUNT_HW_CPU_CYCLES").isZero();
    assertThat(word(40)).as("precise_ip 2, in bits 15 and 16").isEqualTo(0x10061);
    assertThat(number(48)).as("wakeup_events").isEqualTo(1);
    write(PerfEvent.Hardware.CYCLES, false, sampling.precise(1));
    assertThat(word(40)).as("precise_ip 1").isEqualTo(0x8061);
  }

  @Test
  void shouldLetTheKernelStopACounter() {
    write(PerfEvent.Software.PAGE_FAULTS, false, PerfSampling.limit(2_000));
    assertThat(word(16)).isEqualTo(2_000);
    assertThat(word(24)).isZero();
    assertThat(word(40)).isEqualTo(0x61);
  }

  @Test
  void shouldAskForTheDataOfATracePoint() {
    write(new PerfEvent.Tracepoint("a:b", 314), false, PerfSampling.NONE);
    assertThat(word(8)).isEqualTo(314);
    assertThat(word(16)).isEqualTo(1);
    assertThat(word(24)).isEqualTo(1 << 10);
    assertThat(word(40)).isEqualTo(0x40);
  }
}
