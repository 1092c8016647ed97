package dev.foliot.hotspot.code;

import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.TargetJvm;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The writers of a class's cache of interfaces, by samples of a hardware watchpoint. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class CallersTest {
  private static final Path LIVE = Path.of("/");
  private static final String APART =
      "-XX:CompileCommand=quiet -XX:CompileCommand=dontinline,acme.Target::check"
          + " -XX:CompileCommand=dontinline,acme.Target::middle ";
  private static final int MOST_TRIES = 50;
  private static final String ILL =
      " -XX:+UnlockDiagnosticVMOptions -XX:-UseSecondarySupersTable"
          + " -XX:TypeProfileSubTypeCheckCommonThreshold=100";

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "17, C2, -XX:-UsePerfData",
    "17, C1, -XX:TieredStopAtLevel=1",
    "17, Interpreter, -Xint",
    "25, C1, -XX:TieredStopAtLevel=1" + ILL,
  })
  void shouldNameTheCastAndItsCallers(int feature, String compiler, String flags) {
    try (TargetJvm target = TargetJvm.start(feature, APART + flags, "sick");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      List<Watchpoints.Hit> hits = hits(target, word(jvm));
      assertThat(hits).isNotEmpty();
      CodeMap code = jvm.code();
      int named = 0;
      int called = 0;
      for (Watchpoints.Hit hit : hits) {
        long ip = hit.registers().ip();
        List<CodePlace> chain = new ArrayList<>();
        chain.add(code.at(ip));
        chain.addAll(code.callers(ip, hit.registers().sp(), hit.registers().fp(), hit.stack()));
        List<String> methods = chain.stream().map(CallersTest::method).toList();
        if (compiler.equals("Interpreter")) {
          named += methods.getFirst().equals("Interpreter") ? 1 : 0;
          called++;
        } else {
          List<String> java = methods.stream().filter(m -> m.startsWith("acme.")).toList();
          named += !java.isEmpty() && java.getFirst().equals("acme.Target.check") ? 1 : 0;
          called +=
              java.size() > 2
                      && java.subList(0, 3)
                          .equals(
                              List.of(
                                  "acme.Target.check", "acme.Target.middle", "acme.Target.sicken"))
                  ? 1
                  : 0;
        }
      }
      assertThat(named).isEqualTo(hits.size());
      assertThat(called).isGreaterThan(hits.size() * 9 / 10);
    }
  }

  /** Separates two checks in one method by the values they wrote. */
  @Test
  void shouldTellWhichOfTwoChecksWrote() {
    try (TargetJvm target = TargetJvm.start(17, APART, "sick");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      List<Watchpoints.Hit> hits = List.of();
      long word = word(jvm);
      Set<Long> types = types(jvm);
      for (int i = 0; i < MOST_TRIES && hits.size() < 10; i++) {
        CodeMap now = jvm.code();
        hits = hits(target, word).stream().filter(hit -> isOfC2(now, hit)).toList();
      }
      assertThat(hits).isNotEmpty();
      CodeMap code = jvm.code();
      Map<Integer, Integer> lines = new HashMap<>();
      for (Watchpoints.Hit hit : hits) {
        WriteChecks wrote = code.checks(hit.registers(), word, types);
        List<List<JavaFrame>> checks = wrote.candidates();
        assertThat(code.writes(hit.registers()))
            .anyMatch(write ->
                write.address() == word
                    && write.end() == hit.registers().ip()
                    && write.bytes() == Long.BYTES
                    && !write.isAtomic());
        assertThat(wrote.type()).isEqualTo(WriteChecks.Type.CONSTANT);
        assertThat(checks).isNotEmpty().allMatch(frames -> frames.size() == 1);
        checks.forEach(frames -> lines.merge(frames.getFirst().line(), 1, Integer::sum));
        if (System.getProperty("os.arch").equals("amd64")) {
          assertThat(checks).as("the processor tells which").hasSize(1);
        }
      }
      assertThat(lines)
          .containsOnlyKeys(TargetJvm.markedLine("LEFT"), TargetJvm.markedLine("RUNNABLE"));
      int fewest = hits.size() / 4;
      assertThat(lines.values()).allMatch(count -> count > fewest);
      UserRegisters registers = hits.getFirst().registers();
      assertThat(code.checks(registers, word + 8, Set.of())).isEqualTo(WriteChecks.NONE);
      assertThat(code.checks(registers, word + 8, types).candidates()).hasSizeBetween(1, 2);
      UserRegisters nowhere = UserRegisters.of(Map.of("rip", 1234L));
      assertThat(code.checks(nowhere, word, types)).isEqualTo(WriteChecks.NONE);
    }
  }

  /** Compilation takes a while on a busy machine. */
  private static boolean isOfC2(CodeMap code, Watchpoints.Hit hit) {
    return code.at(hit.registers().ip()) instanceof CodePlace.Compiled compiled
        && compiled.compiler().equals("C2");
  }

  private static Set<Long> types(HotspotJvm jvm) {
    return Set.of(named(jvm, "acme.Target$Left"), named(jvm, "java.lang.Runnable"));
  }

  private static long word(HotspotJvm jvm) {
    return named(jvm, "acme.Target$Both") + value(jvm.layout().secondarySuperCache());
  }

  private static long named(HotspotJvm jvm, String name) {
    return value(jvm.classes()).all().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow()
        .address();
  }

  private static String method(CodePlace place) {
    return switch (place) {
      case CodePlace.Compiled(List<JavaFrame> frames, boolean exact, String compiler) ->
          frames.getFirst().className() + "." + frames.getFirst().method();
      case CodePlace.Interpreter interpreter -> "Interpreter";
      case CodePlace.Stub(String name) -> name;
      case CodePlace.Library library -> library.file();
      case CodePlace.Unknown unknown -> "unknown";
    };
  }

  private static List<Watchpoints.Hit> hits(TargetJvm target, long address) {
    PerfEvent.Watchpoint word = new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, address, 8);
    List<Watchpoints.Hit> hits = new ArrayList<>();
    List<Integer> threads =
        Arrays.stream(Objects.requireNonNull(new File("/proc/" + target.pid() + "/task").list()))
            .map(Integer::valueOf)
            .sorted()
            .toList();
    for (int first = 0; first < threads.size(); first += 8) {
      List<Integer> some = threads.subList(first, Math.min(first + 8, threads.size()));
      switch (Watchpoints.sample(LIVE, target.pid(), some, word, Duration.ofMillis(20), 30, 4096)) {
        case Reading.Value<Watchpoints.Sampled>(Watchpoints.Sampled sampled) ->
            hits.addAll(sampled.hits());
        case Reading.Unavailable<Watchpoints.Sampled> none -> Assumptions.abort(none.reason());
      }
    }
    return hits;
  }
}
