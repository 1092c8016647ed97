package dev.foliot.diagnose.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.counters.access.AccessResult;
import dev.foliot.diagnose.counters.access.DataPlace;
import dev.foliot.diagnose.counters.access.DataPlace.Kind;
import dev.foliot.diagnose.counters.access.DataPlaces;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.TargetJvm;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.PerfProbe;
import dev.foliot.linux.perf.PerfTarget;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.proc.Threads;
import dev.foliot.linux.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses in live JVMs, checked against their own and the kernel's data. */
@Timeout(90)
@EnabledOnOs(OS.LINUX)
class LivePlacesTest {
  private static final int TRIES = 3;

  private static final Path LIVE = Path.of("/");
  private static final int RADIX = 16;
  private static final Pattern COMPILED =
      Pattern.compile(
          "\\d+ \\d -?\\d (acme\\.Target)\\.(\\w+)\\(.*\\[0x[0-9a-f]+, 0x([0-9a-f]+) -"
              + " 0x[0-9a-f]+\\]");
  private static final Pattern CARDS =
      Pattern.compile(".*[Cc]ard table byte_map: \\[0x([0-9a-f]+),0x([0-9a-f]+)\\].*");

  /** A blocked thread's stack pointer and instruction, after its system call. */
  private static final Pattern SYSCALL =
      Pattern.compile("\\d+ (?:0x[0-9a-f]+ )+0x([0-9a-f]+) 0x[0-9a-f]+");

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseG1GC",
    "17, -XX:+UseSerialGC -Xshare:off",
    "25, -XX:+UseG1GC",
    "25, -XX:+UseParallelGC -XX:-UseCompressedClassPointers",
    "25, -XX:+UseZGC -XX:+UseCompactObjectHeaders",
  })
  void shouldTellWhatLiesWhere(int feature, String flags) throws IOException {
    try (TargetJvm target = TargetJvm.start(feature, flags, "places");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      DataPlaces places = value(LivePlaces.of(LIVE, jvm));

      for (String name : List.of("acme.Target$Both", "java.lang.String", "[Lacme.Target$Left;")) {
        checkClass(places, jvm.layout(), named(jvm, name));
      }
      assertThat(places.at(hex(target.told("malloc").getFirst()[1])).kind()).isEqualTo(Kind.C_HEAP);
      checkHeap(places, jvm, flags);
      checkCode(places, target);
      checkStack(places, target.pid());
      if (!flags.contains("ZGC")) {
        checkCards(places, target);
      }
      checkLibrary(places, target.pid());
      assertThat(places.at(0xffff888100000000L).kind()).isEqualTo(Kind.KERNEL);
      assertThat(places.at(4096).kind()).isEqualTo(Kind.UNMAPPED);
    }
  }

  private static void checkClass(DataPlaces places, KlassLayout layout, LoadedClass type) {
    long klass = type.address();
    field(places, type, value(layout.superCheckOffset()), "_super_check_offset");
    field(places, type, value(layout.secondarySuperCache()), "_secondary_super_cache");
    field(places, type, value(layout.secondarySupers()) + 7, "_secondary_supers");
    field(places, type, value(layout.primarySupers()) + Long.BYTES, "_primary_supers");
    assertThat(places.at(klass - 1).klass().map(before -> before.type()))
        .as(type.name())
        .isNotEqualTo(Optional.of(type));
    if (!type.name().startsWith("[")) {
      assertThat(places.at(klass + 400).words()).isEqualTo("Klass of " + type.name() + " +400");
      assertThat(places.at(klass + (1 << 20)).klass().map(at -> at.type()))
          .isNotEqualTo(Optional.of(type));
    }
  }

  private static void field(DataPlaces places, LoadedClass type, int offset, String field) {
    DataPlace place = places.at(type.address() + offset);
    assertThat(place.kind()).as(type.name()).isEqualTo(Kind.CLASS_STRUCTURE);
    assertThat(place.klass().orElseThrow().type()).isEqualTo(type);
    assertThat(place.klass().orElseThrow().offset()).isEqualTo(offset);
    assertThat(place.words()).isEqualTo("Klass of " + type.name() + " " + field);
  }

  /** With ZGC its reader finds no objects, but its memory has a name. */
  private static void checkHeap(DataPlaces places, HotspotJvm jvm, String flags)
      throws IOException {
    if (flags.contains("ZGC")) {
      long mapped =
          value(ProcessMaps.of(LIVE, jvm.pid())).regions().stream()
              .filter(region -> region.path().startsWith("/memfd:java_heap"))
              .findFirst()
              .orElseThrow()
              .start();
      assertThat(places.at(mapped).kind()).isEqualTo(Kind.JAVA_HEAP);
      return;
    }
    long out = value(value(jvm.heap()).staticOop(named(jvm, "java.lang.System"), "out"));
    assertThat(places.at(out).kind()).isIn(Kind.YOUNG_HEAP, Kind.OLD_HEAP);
  }

  /** Between the list and the look a method may be compiled again, and its code be freed. */
  private static void checkCode(DataPlaces places, TargetJvm target) {
    Map<String, String> wrong = Map.of();
    for (int i = 0; i < TRIES; i++) {
      int checked = 0;
      wrong = new LinkedHashMap<>();
      for (String line : target.jcmd("Compiler.codelist")) {
        Matcher method = COMPILED.matcher(line.strip());
        if (method.matches()) {
          String found = places.at(hex(method.group(3)) + 8).words();
          if (!found.equals("the code of " + method.group(1) + "." + method.group(2))) {
            wrong.put(line, found);
          }
          checked++;
        }
      }
      assertThat(checked).isPositive();
      if (wrong.isEmpty()) {
        return;
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void checkStack(DataPlaces places, long pid) throws IOException {
    OptionalLong sp = OptionalLong.empty();
    for (long tid : value(Threads.of(LIVE, pid))) {
      boolean sleeps =
          ThreadStatus.of(LIVE, pid, tid).map(one -> one.name().equals("sleeper")).orElse(false);
      if (sleeps) {
        Matcher blocked =
            SYSCALL.matcher(
                Files.readString(Path.of("/proc/" + pid + "/task/" + tid + "/syscall")).strip());
        assumeTrue(blocked.matches(), "the kernel does not tell what a thread waits for");
        sp = OptionalLong.of(hex(blocked.group(1)));
      }
    }
    DataPlace place = places.at(sp.orElseThrow());
    assertThat(place.kind()).isEqualTo(Kind.STACK);
    assertThat(place.words()).isEqualTo("the stack of the thread sleeper");
  }

  private static void checkCards(DataPlaces places, TargetJvm target) {
    Matcher cards =
        target.jcmd("VM.info").stream()
            .map(CARDS::matcher)
            .filter(Matcher::matches)
            .findFirst()
            .orElseThrow();
    assertThat(places.at(hex(cards.group(1))).kind()).isEqualTo(Kind.CARD_TABLE);
    assertThat(places.at(hex(cards.group(2)) - 1).kind()).isEqualTo(Kind.CARD_TABLE);
    assertThat(places.at(hex(cards.group(1)) - 1).kind()).isNotEqualTo(Kind.CARD_TABLE);
  }

  private static void checkLibrary(DataPlaces places, long pid) {
    long data =
        value(ProcessMaps.of(LIVE, pid)).regions().stream()
            .filter(region -> region.path().endsWith("/libjvm.so"))
            .filter(region -> region.permissions().startsWith("rw"))
            .findFirst()
            .orElseThrow()
            .end();
    // its last variables, followed by zero-initialised ones
    assertThat(places.at(data - 8).words()).isEqualTo("data of libjvm.so");
    assertThat(places.at(data + 8).words()).isEqualTo("data of libjvm.so");
  }

  /**
   * A real perf, with page faults instead of memory accesses, which every machine samples: same
   * options, same parser, same places.
   */
  @Test
  void shouldResolveWhatPerfSamples(@TempDir Path programs) throws IOException {
    Optional<Path> found = Programs.ofThisProcess().find("perf");
    assumeTrue(found.isPresent(), "there is no perf");
    Path real = found.orElseThrow();
    Path perf =
        Files.writeString(
            programs.resolve("perf"),
            "#!/bin/sh\nif [ \"$1\" = mem ]; then shift 3\n  exec "
                + real
                + " record -W -d -c 1 -e page-faults:u \"$@\"\nfi\nexec "
                + real
                + " \"$@\"\n");
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (TargetJvm target = TargetJvm.start(17, "-XX:+UseSerialGC -Xms128m -Xmn100m", "places")) {
      Reading<String> allowed =
          PerfProbe.opens(PerfEvent.Software.TASK_CLOCK, PerfTarget.thread(target.pid()));
      assumeTrue(allowed instanceof Reading.Value<String>, allowed::toString);

      AccessResult notes = look(target, programs);
      // on a busy machine perf may miss its time limit
      for (int i = 1; i < TRIES && !AccessLookTest.faults(notes).isEmpty(); i++) {
        notes = look(target, programs);
      }

      assertThat(AccessLookTest.faults(notes)).isEmpty();
      assertThat(AccessLookTest.unsupported(notes)).isEmpty();
      assertThat(notes.lookedAt().getFirst())
          .startsWith("perf mem for 500 ms: ")
          .contains("% the Java heap, young");
      assertThat(notes.confirmed()).isEmpty();
    }
  }

  private static AccessResult look(TargetJvm target, Path programs) {
    return look(
        target,
        Duration.ofSeconds(1),
        new Programs(programs + ":" + Programs.ofThisProcess().path()));
  }

  private static AccessResult look(TargetJvm target, Duration duration, Programs programs) {
    try (Target opened = Target.open(LIVE, target.pid(), duration, false, (what, done) -> {})) {
      return new AccessLook(LIVE, target.pid(), duration, programs, new LivePlaces(opened)).take();
    }
  }

  /**
   * A real perf mem with a simulated processor, whose event is a clock. It shows that perf accepts
   * the options; the addresses are zeros.
   */
  @Test
  void shouldAskPerfMemInWordsThatItTakes(@TempDir Path programs) throws IOException {
    Optional<Path> found = Programs.ofThisProcess().find("perf");
    assumeTrue(found.isPresent(), "there is no perf");
    Path sys = programs.resolve("sys");
    for (String pmu : List.of("cpu", "ibs_op")) {
      Path device = sys.resolve("devices").resolve(pmu);
      Path known = sys.resolve("bus/event_source/devices");
      Files.createDirectories(device.resolve("events"));
      Files.createDirectories(device.resolve("format"));
      Files.createDirectories(known);
      Files.writeString(device.resolve("type"), "1\n");
      Files.writeString(device.resolve("format/event"), "config:0-63\n");
      Files.writeString(device.resolve("format/ldlat"), "config1:0-63\n");
      Files.writeString(device.resolve("events/mem-loads"), "event=0x0,ldlat=3\n");
      Files.writeString(device.resolve("events/mem-stores"), "event=0x0\n");
      Files.createSymbolicLink(known.resolve(pmu), device);
    }
    Path perf =
        Files.writeString(
            programs.resolve("perf"),
            "#!/bin/sh\n[ \"$1\" != mem ] || export SYSFS_PATH="
                + sys
                + "\nexec "
                + found.orElseThrow()
                + " \"$@\"\n");
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (TargetJvm target = TargetJvm.start(17, "", "sick")) {
      AccessResult notes =
          look(
              target,
              Duration.ofMillis(400),
              new Programs(programs + ":" + Programs.ofThisProcess().path()));

      String said = notes.toString();
      assumeTrue(!said.contains("perf mem record says"), said);
      assertThat(AccessLookTest.faults(notes)).isEmpty();
      assertThat(AccessLookTest.unsupported(notes))
          .singleElement()
          .asString()
          .contains("perf mem takes samples here, and none of them has an address");
    }
  }

  private static LoadedClass named(HotspotJvm jvm, String name) {
    return value(jvm.classes()).all().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static long hex(String digits) {
    return Long.parseUnsignedLong(digits, RADIX);
  }

  private static <T> T value(Reading<T> reading) {
    return reading.toOptional().orElseThrow(() -> new AssertionError(reading.toString()));
  }
}
