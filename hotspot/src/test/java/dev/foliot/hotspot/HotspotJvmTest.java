package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.Threads;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads from live JVMs, checked against their own answers. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class HotspotJvmTest {
  private static final Path LIVE = Path.of("/");
  private static final long NO_PROCESS = (1 << 22) + 1;
  private static final Pattern COMPILED =
      Pattern.compile(
          "\\d+ (\\d) -?\\d (\\S+)\\(.*\\[0x[0-9a-f]+, 0x([0-9a-f]+) - 0x([0-9a-f]+)\\]");

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseG1GC",
    "17, -XX:+UseSerialGC -Xshare:off",
    "17, -XX:+UseZGC",
    "25, -XX:+UseG1GC",
    "25, -XX:+UseSerialGC -XX:+UseCompactObjectHeaders",
    "25, -XX:+UseZGC -Xshare:off",
    "25, -XX:+UseParallelGC -XX:-UseCompressedClassPointers -XX:-UsePerfData",
  })
  void shouldTellWhatTheJvmSaysOfItself(int feature, String flags) {
    try (TargetJvm target = TargetJvm.start(feature, flags, "plain");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      assertThat(jvm.pid()).isEqualTo(target.pid());
      assertThat(jvm.isAlive()).isTrue();
      assertThat(jvm.feature()).isEqualTo(feature);
      assertThat(jvm.version()).startsWith(feature + ".");
      if (!flags.contains("-UsePerfData")) {
        assertThat(jvm.vendor()).isNotBlank().isNotEqualTo("unknown");
      }
      assertThat(jvm.mainClass()).isEqualTo("acme.Target");
      checkFlags(value(jvm.flags()), feature, flags);
      checkCounters(jvm, target, flags.contains("-UsePerfData"));
      checkLayout(jvm);
      checkClasses(jvm, target);
      if (!flags.contains("-UsePerfData")) {
        checkCode(jvm, target);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17, true", "17, false", "25, true", "25, false"})
  void shouldNameTheMainClassBehindALongClassPath(int feature, boolean usesPerfData) {
    String path = TargetJvm.classes() + ":/a/library/of/many.jar".repeat(100);
    String flags = "-cp " + path + (usesPerfData ? "" : " -XX:-UsePerfData");
    try (TargetJvm target = TargetJvm.start(feature, flags, "plain");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      assertThat(jvm.mainClass()).isEqualTo("acme.Target");
      if (usesPerfData) {
        assertThat(value(jvm.perfData()).counters()).hasSizeGreaterThan(100);
      }
    }
  }

  @Test
  void shouldRefuseTheIdOfAThread() {
    try (TargetJvm target = TargetJvm.start(25, "-XX:+UseSerialGC", "plain")) {
      long thread = value(Threads.of(LIVE, target.pid())).getLast();
      assertThat(thread).isNotEqualTo(target.pid());
      assertThat(reason(HotspotJvm.attach(LIVE, thread)))
          .isEqualTo(thread + " is a thread of process " + target.pid() + ", and no process");
    }
  }

  private static void checkFlags(JvmFlags known, int feature, String flags) {
    for (String flag : flags.split(" ", -1)) {
      if (flag.startsWith("-XX:")) {
        assertThat(known.bool(flag.substring(5))).contains(flag.charAt(4) == '+');
      }
    }
    assertThat(known.number("MaxHeapSize")).hasValue(128 << 20);
    assertThat(known.known("UseSecondarySupersTable")).isEqualTo(feature > 17);
    assertThat(known.bool("UseSecondarySupersTable"))
        .isEqualTo(feature > 17 ? Optional.of(true) : Optional.empty());
    assertThat(known.known("NoSuchFlag")).isFalse();
    assertThat(known.count()).isGreaterThan(400);
  }

  private static void checkCounters(HotspotJvm jvm, TargetJvm target, boolean isWithout) {
    if (isWithout) {
      assertThat(reason(jvm.perfData())).isNotBlank();
      return;
    }
    PerfData data = value(jvm.perfData());
    List<String> told = target.jcmd("PerfCounter.print");
    for (String name : List.of("sun.os.hrt.frequency", "sun.ci.threads")) {
      assertThat(told).contains(name + "=" + data.counter(name).orElseThrow().value());
    }
    assertThat(data.counter("sun.os.hrt.frequency").map(PerfData.Counter::unit))
        .contains(PerfData.Unit.HERTZ);
    assertThat(data.text("java.property.java.vm.specification.vendor")).isPresent();
    assertThat(data.counters()).hasSizeBetween(100, 500);
  }

  private static void checkLayout(HotspotJvm jvm) {
    KlassLayout layout = jvm.layout();
    assertThat(value(layout.secondarySuperCache())).isEqualTo(32);
    assertThat(value(layout.secondarySupers())).isEqualTo(40);
    assertThat(value(layout.superCheckOffset())).isEqualTo(20);
    assertThat(value(layout.primarySupers())).isEqualTo(48);
    assertThat(layout.primarySuperLimit()).isEqualTo(8);
    assertThat(layout.missing()).isEmpty();
    assertThat(layout.fields())
        .contains(
            new KlassLayout.Field("_super_check_offset", 20, 4),
            new KlassLayout.Field("_secondary_super_cache", 32, 8),
            new KlassLayout.Field("_primary_supers", 48, 64))
        .isSortedAccordingTo((a, b) -> Integer.compare(a.offset(), b.offset()));
  }

  private static void checkClasses(HotspotJvm jvm, TargetJvm target) {
    ClassList classes = value(jvm.classes());
    assertThat(classes.complete()).isTrue();
    assertThat(classes.unreadable()).isZero();
    for (String[] told : target.told("class")) {
      List<LoadedClass> named = named(classes, told[1]);
      assertThat(named).as(told[1]).hasSize(told[1].endsWith("$Twice") ? 2 : 1);
      for (LoadedClass loaded : named) {
        assertThat(loaded.loader()).as(told[1]).startsWith(told[2]);
        assertThat(loaded.isInterface()).as(told[1]).isEqualTo(Boolean.parseBoolean(told[3]));
        assertThat(loaded.hidden()).as(told[1]).isEqualTo(Boolean.parseBoolean(told[4]));
        assertThat(loaded.depth()).as(told[1]).isEqualTo(Integer.parseInt(told[5]));
        assertThat(value(jvm.classAt(loaded.address()))).isEqualTo(loaded);
        assertThat(classes.at(loaded.address())).contains(loaded);
      }
    }
    for (String[] told : target.told("array")) {
      assertThat(named(classes, told[1])).as(told[1]).hasSize(1);
    }
    List<LoadedClass> twice = named(classes, "acme.Target$Twice");
    assertThat(twice.get(0).loader()).isNotEqualTo(twice.get(1).loader());
    LoadedClass both = named(classes, "acme.Target$Both").getFirst();
    assertThat(both.secondarySupers()).isEqualTo(3);
    assertThat(both.superCheckOffset()).isEqualTo(48 + 2 * 8);
    checkSupertypes(jvm, classes, both);
    // The bean does not count the arrays, and loads a few classes of its own to answer.
    long counted = Long.parseLong(target.told("count").getFirst()[1]);
    long found = classes.all().stream().filter(c -> !c.name().startsWith("[")).count();
    assertThat(found).isBetween(counted - 2, counted + 60);
    assertThat(reason(jvm.classAt(8))).startsWith("there is no class at 0x8: ");
  }

  /** Supertypes are the same with and without the list; their number equals the class's depth. */
  private static void checkSupertypes(HotspotJvm jvm, ClassList classes, LoadedClass both) {
    for (Supertypes types : List.of(value(classes.supertypes(both)), value(jvm.supertypes(both)))) {
      assertThat(types.couldNot()).isEmpty();
      assertThat(types.superclasses())
          .extracting(LoadedClass::name)
          .containsExactly("acme.Target$Base", "java.lang.Object");
      assertThat(types.interfaces())
          .extracting(LoadedClass::name)
          .containsExactlyInAnyOrder("acme.Target$Left", "acme.Target$Right", "java.lang.Runnable");
      assertThat(types.interfaces()).allMatch(LoadedClass::isInterface);
    }
    for (LoadedClass one : classes.all()) {
      Supertypes types = value(classes.supertypes(one));
      assertThat(types.couldNot()).as(one.name()).isEmpty();
      assertThat(types.superclasses()).as(one.name()).hasSize(one.depth());
    }
  }

  private static List<LoadedClass> named(ClassList classes, String name) {
    return classes.all().stream().filter(c -> c.name().equals(name)).toList();
  }

  /** The instructions of every compiled method, against the list of the JVM itself. */
  private static void checkCode(HotspotJvm jvm, TargetJvm target) {
    CodeMap code = jvm.code();
    assertThat(code.missing()).isEmpty();
    int methods = 0;
    Set<String> chains = new TreeSet<>();
    for (String line : target.jcmd("Compiler.codelist")) {
      Matcher compiled = COMPILED.matcher(line);
      if (!compiled.find() || !compiled.group(2).startsWith("acme.")) {
        continue;
      }
      methods++;
      long start = Long.parseLong(compiled.group(3), 16);
      int step = compiled.group(2).endsWith(".outer") ? 1 : 32;
      for (long ip = start; ip < Long.parseLong(compiled.group(4), 16); ip += step) {
        CodePlace.Compiled place = (CodePlace.Compiled) code.at(ip);
        JavaFrame last = place.frames().getLast();
        assertThat(last.className() + "." + last.method()).isEqualTo(compiled.group(2));
        assertThat(last.sourceFile()).isEqualTo("Target.java");
        assertThat(place.compiler()).isEqualTo(compiled.group(1).equals("4") ? "C2" : "C1");
        if (place.exact()) {
          chains.add(String.join(" < ", place.frames().stream().map(JavaFrame::text).toList()));
        }
      }
    }
    assertThat(methods).isGreaterThanOrEqualTo(2);
    assertThat(chains)
        .contains(
            "acme.Target.inner(Target.java:%d) < acme.Target.outer(Target.java:%d)"
                .formatted(TargetJvm.markedLine("INNER"), TargetJvm.markedLine("OUTER")));
    assertThat(stubs(code, target)).contains("Interpreter");
    assertThat(code.at(1234)).isEqualTo(new CodePlace.Unknown(1234));
  }

  /** The blobs in the first part of the code cache, which begins with the interpreter and stubs. */
  private static Set<String> stubs(CodeMap code, TargetJvm target) {
    Set<String> names = new TreeSet<>();
    Pattern bounds =
        Pattern.compile("non-nmethods.*|.*\\[0x([0-9a-f]+), 0x([0-9a-f]+), 0x([0-9a-f]+)\\].*");
    for (String line : target.jcmd("Compiler.codecache")) {
      Matcher bound = bounds.matcher(line);
      if (bound.matches() && bound.group(1) != null) {
        long end = Long.parseLong(bound.group(2), 16);
        for (long ip = Long.parseLong(bound.group(1), 16); ip < end; ip += 4096) {
          switch (code.at(ip)) {
            case CodePlace.Interpreter interpreter -> names.add("Interpreter");
            case CodePlace.Stub(String name) -> names.add(name);
            case CodePlace.Compiled compiled -> names.add("compiled by " + compiled.compiler());
            case CodePlace.Library library -> names.add("library " + library.file());
            case CodePlace.Unknown unknown -> names.add("unknown");
          }
        }
      }
    }
    return names;
  }

  @Test
  void shouldReadAStoppedJvmAndSayWhenItDies() throws Exception {
    try (TargetJvm target = TargetJvm.start(25, "-XX:+UseSerialGC", "storm")) {
      target.signal("stop");
      try (HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
        assertThat(value(jvm.classes()).all())
            .extracting(LoadedClass::name)
            .contains("acme.Target");
        target.signal("cont");
        List<Reading<ClassList>> seen = new ArrayList<>();
        Thread killer = new Thread(() -> target.process().destroyForcibly());
        for (int i = 0; i < 60; i++) {
          if (i == 5) {
            killer.start();
          }
          seen.add(jvm.classes());
        }
        killer.join();
        target.process().waitFor();
        assertThat(value(seen.getFirst()).all()).hasSizeGreaterThan(300);
        assertThat(reason(jvm.classes())).contains("classes cannot be read");
        assertThat(jvm.isAlive()).isFalse();
        assertThat(jvm.code().at(0x800000000L)).isInstanceOf(CodePlace.class);
      }
      assertThat(reason(HotspotJvm.attach(LIVE, target.pid()))).isNotBlank();
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseG1GC", "25, -XX:+UseZGC"})
  void shouldSurviveAStormOfClassUnloading(int feature, String flags) {
    try (TargetJvm target = TargetJvm.start(feature, flags, "storm");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      int fillers = 0;
      for (int i = 0; i < 10; i++) {
        ClassList classes = value(jvm.classes());
        fillers += (int) classes.all().stream().filter(c -> c.name().contains("Filler")).count();
        assertThat(classes.all())
            .allMatch(c -> c.name().matches("[\\[\\w.$/;]+"), "has a name of letters");
      }
      assertThat(fillers).isPositive();
      assertThat(target.process().isAlive()).isTrue();
    }
  }

  @Test
  void shouldScanTwentyThousandClassesInASecond() {
    try (TargetJvm target = TargetJvm.start(25, "-XX:+UseSerialGC", "many", "20000");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      long best = Long.MAX_VALUE;
      for (int i = 0; i < 3; i++) {
        long start = System.nanoTime();
        ClassList classes = value(jvm.classes());
        best = Math.min(best, System.nanoTime() - start);
        assertThat(classes.all()).hasSizeGreaterThan(20_300);
        assertThat(classes.complete()).isTrue();
      }
      assertThat(best).isLessThan(1_000_000_000);
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchProcess() {
    assertThat(reason(HotspotJvm.attach(LIVE, NO_PROCESS))).contains("does not exist");
    assertThat(reason(HotspotJvm.attach(LIVE, -1))).isNotBlank();
  }

  @Test
  void shouldSayThatItIsNoJvm() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(reason(HotspotJvm.attach(LIVE, sleep.pid()))).contains("is no JVM");
    } finally {
      sleep.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldSayThatItHasEnded() throws Exception {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0.05 & echo $!; exec sleep 60").start();
    try {
      long ended = Long.parseLong(parent.inputReader(StandardCharsets.US_ASCII).readLine());
      Path stat = LIVE.resolve("proc/" + ended + "/stat");
      while (!Files.readString(stat).contains(") Z ")) { // its parent does not reap it
        Thread.sleep(5);
      }
      assertThat(reason(HotspotJvm.attach(LIVE, ended))).contains("it has ended");
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }
}
