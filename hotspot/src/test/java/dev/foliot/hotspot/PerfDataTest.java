package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.perf.PerfData.Counter;
import dev.foliot.hotspot.perf.PerfData.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The counters of a simulated JVM, which may be inconsistent. */
@Timeout(20)
class PerfDataTest {
  private static final long MEMORY = 0x30_0000_0000L;
  private static final long FIRST = MEMORY + 32;
  private static final long POINTER = FakeHotspot.BASE + 0xf0100;
  private static final int TEXT_AT = 60;

  private final FakeHotspot fake = new FakeHotspot();
  private long next = FIRST;
  private int count;

  PerfDataTest() {
    fake.variable("PerfMemory", "_start", "char*", POINTER);
    fake.field("PerfDataPrologue", "entry_offset", "jint", 24);
    fake.field("PerfDataPrologue", "num_entries", "jint", 28);
    fake.field("PerfDataEntry", "entry_length", "jint", 0);
    fake.field("PerfDataEntry", "name_offset", "jint", 4);
    fake.field("PerfDataEntry", "vector_length", "jint", 8);
    fake.field("PerfDataEntry", "data_type", "jbyte", 12);
    fake.field("PerfDataEntry", "data_units", "jbyte", 14);
    fake.field("PerfDataEntry", "data_offset", "jint", 16);
    fake.memory.i8(POINTER, MEMORY).i4(MEMORY + 24, 32);
  }

  /** Returns the address of the entry. */
  private long entry(char type, int vector, int unit, String name, int bytes) {
    long at = next;
    fake.memory.i4(at, bytes).i4(at + 4, 20).i4(at + 8, vector).i4(at + 16, TEXT_AT + 4);
    fake.memory.bytes(at + 12, (byte) type, (byte) 0, (byte) unit);
    fake.memory.text(at + 20, name);
    next += bytes;
    fake.memory.i4(MEMORY + 28, ++count);
    return at;
  }

  private long number(String name, int unit, long value) {
    long at = entry('J', 0, unit, name, 128);
    fake.memory.i8(at + TEXT_AT + 4, value);
    return at;
  }

  private PerfData read() {
    return value(value(fake.attach()).perfData());
  }

  @Test
  void shouldGiveValuesWithTheirUnits() {
    long ticks = number("sun.rt.safepointTime", 3, -5);
    number("sun.rt.safepoints", 4, 7);
    number("odd.unit", 99, 1);
    long text = entry('B', 16, 5, "java.property.java.vm.vendor", 128);
    fake.memory.text(text + TEXT_AT + 4, "Acme");
    HotspotJvm jvm = value(fake.attach());
    PerfData data = value(jvm.perfData());
    assertThat(data.counters())
        .containsOnlyKeys("odd.unit", "sun.rt.safepointTime", "sun.rt.safepoints");
    assertThat(data.counter("sun.rt.safepointTime"))
        .contains(new Counter(-5, Unit.TICKS, ticks + TEXT_AT + 4));
    assertThat(data.counter("sun.rt.safepoints").map(Counter::unit)).contains(Unit.EVENTS);
    assertThat(data.counter("odd.unit").map(Counter::unit)).contains(Unit.NONE);
    assertThat(data.counter("sun.rt.nothing")).isEmpty();
    assertThat(data.text("java.property.java.vm.vendor")).contains("Acme");
    assertThat(jvm.vendor()).isEqualTo("Acme");
  }

  /** HotSpot counts the time until all threads have stopped apart. */
  @Test
  void shouldCountTheWaitForTheLastThreadAsTimeOfASafepoint() {
    number("sun.os.hrt.frequency", 6, 1_000_000);
    number("sun.rt.safepoints", 4, 7);
    number("sun.rt.safepointTime", 3, 2_000);
    number("sun.rt.safepointSyncTime", 3, 5_000);
    assertThat(JvmCounters.of(read()).safepoints())
        .hasValue(new JvmCounters.Safepoints(7, 7_000_000, 5_000_000));
  }

  @Test
  void shouldLeaveOutWhatIsNeitherNumberNorText() {
    entry('J', 3, 1, "a.vector", 128);
    entry('D', 0, 1, "a.fraction", 128);
    long unaligned = number("unaligned", 1, 9);
    fake.memory.i4(unaligned + 16, TEXT_AT);
    number("a.number", 1, 9);
    assertThat(read().counters()).containsOnlyKeys("a.number");
  }

  /** A class path of a real program is longer than what is kept. */
  @Test
  void shouldCutALongTextAndGoOn() {
    long text = entry('B', 5_000, 5, "java.property.java.class.path", 6_000);
    fake.memory.text(text + TEXT_AT + 4, "/lib/a.jar:".repeat(400));
    number("sun.rt.safepoints", 4, 7);
    PerfData data = read();
    assertThat(data.text("java.property.java.class.path"))
        .hasValueSatisfying(path -> assertThat(path).hasSize(1_000).startsWith("/lib/a.jar:/lib"));
    assertThat(data.counter("sun.rt.safepoints").map(Counter::value)).contains(7L);
  }

  @Test
  void shouldKeepWhatCameBeforeAnEntryThatCannotBe() {
    for (int bytes : new int[] {0, -1, 1 << 20}) {
      PerfDataTest one = new PerfDataTest();
      one.number("first", 1, 1);
      one.fake.memory.i4(one.number("second", 1, 2), bytes);
      assertThat(one.read().counters()).containsOnlyKeys("first");
    }
    number("first", 1, 1);
    fake.memory.i4(number("far.name", 1, 2) + 4, Integer.MAX_VALUE);
    assertThat(read().counters()).containsOnlyKeys("first");
  }

  @Test
  void shouldStopAtTheCapOfEntries() {
    for (int i = 0; i < 10_010; i++) {
      number("n" + i, 1, i);
    }
    assertThat(read().counters()).hasSize(10_000);
    fake.memory.i4(MEMORY + 28, -1);
    assertThat(read().counters()).isEmpty();
  }

  @Test
  void shouldSayWhyThereAreNone() {
    fake.memory.i8(POINTER, 0);
    assertThat(reason(value(fake.attach()).perfData())).contains("keeps no counters");
    assertThat(reason(value(new FakeHotspot().attach()).perfData()))
        .contains("its tables lack PerfMemory::_start");
  }
}
