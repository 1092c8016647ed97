package dev.foliot.linux.perf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The structure perf_event_attr as of PERF_ATTR_SIZE_VER5, of Linux 4.1: what perf_event_open(2) is
 * asked for.
 */
final class PerfAttributes {
  static final long BYTES = 112;

  // Offsets in bytes.
  static final long TYPE = 0;
  static final long SIZE = 4;
  static final long CONFIG = 8;
  static final long SAMPLE_PERIOD = 16;
  static final long SAMPLE_TYPE = 24;
  static final long FLAGS = 40;
  static final long WAKEUP_EVENTS = 48;
  static final long BP_TYPE = 52;
  static final long BP_ADDRESS = 56;
  static final long BP_LENGTH = 64;
  static final long SAMPLE_REGS_USER = 80;
  static final long SAMPLE_STACK_USER = 88;

  static final long DISABLED = 1;
  static final long EXCLUDE_KERNEL = 1 << 5;
  static final long EXCLUDE_HYPERVISOR = 1 << 6;
  static final long SAMPLE_RAW = 1 << 10;
  static final int PRECISE_SHIFT = 15;

  private PerfAttributes() {}

  /** What asks for an event, and for what happens in the kernel too. */
  static MemorySegment of(Arena arena, PerfEvent event, boolean kernel, PerfSampling sampling) {
    MemorySegment attr = arena.allocate(BYTES, Long.BYTES);
    attr.set(ValueLayout.JAVA_INT, TYPE, event.type());
    attr.set(ValueLayout.JAVA_INT, SIZE, (int) BYTES);
    attr.set(ValueLayout.JAVA_LONG, CONFIG, event.config());
    attr.set(ValueLayout.JAVA_LONG, SAMPLE_PERIOD, sampling.period());
    attr.set(ValueLayout.JAVA_LONG, SAMPLE_TYPE, sampling.fields());
    attr.set(ValueLayout.JAVA_LONG, SAMPLE_REGS_USER, sampling.registers());
    attr.set(ValueLayout.JAVA_INT, SAMPLE_STACK_USER, sampling.stackBytes());
    if (sampling.precise() > 0) {
      // Else the processor's own buffer keeps samples back until it is full: too many at once.
      attr.set(ValueLayout.JAVA_INT, WAKEUP_EVENTS, 1);
    }
    boolean withKernel = kernel;
    switch (event) {
      case PerfEvent.Watchpoint watch -> {
        attr.set(ValueLayout.JAVA_INT, BP_TYPE, watch.access().bits());
        attr.set(ValueLayout.JAVA_LONG, BP_ADDRESS, watch.address());
        attr.set(ValueLayout.JAVA_LONG, BP_LENGTH, watch.bytes());
      }
      case PerfEvent.Tracepoint point -> {
        // The event is opened for its data, which is the part that needs the permission.
        attr.set(ValueLayout.JAVA_LONG, SAMPLE_PERIOD, 1);
        attr.set(ValueLayout.JAVA_LONG, SAMPLE_TYPE, SAMPLE_RAW);
        withKernel = true;
      }
      case PerfEvent.Hardware counter -> {}
      case PerfEvent.Software counter -> {}
    }
    long flags = EXCLUDE_HYPERVISOR | (withKernel ? 0 : EXCLUDE_KERNEL);
    flags |= (long) sampling.precise() << PRECISE_SHIFT;
    attr.set(ValueLayout.JAVA_LONG, FLAGS, flags | (sampling.disabled() ? DISABLED : 0));
    return attr;
  }
}
