package dev.foliot.diagnose.hotspot;

import static dev.foliot.diagnose.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.PerfEvent;
import dev.foliot.linux.Reading;
import dev.foliot.linux.Watchpoints;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who writes a class's cache of interfaces, by samples of a hardware watchpoint. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class CallersTest {
  private static final Path LIVE = Path.of("/");
  private static final String APART =
      "-XX:CompileCommand=quiet -XX:CompileCommand=dontinline,acme.Target::check"
          + " -XX:CompileCommand=dontinline,acme.Target::middle ";
  private static final String ILL =
      " -XX:+UnlockDiagnosticVMOptions -XX:-UseSecondarySupersTable"
          + " -XX:TypeProfileSubTypeCheckCommonThreshold=100";

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
      List<Watchpoints.Hit> hits = hits(target, jvm);
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

  private static List<Watchpoints.Hit> hits(TargetJvm target, HotspotJvm jvm) {
    LoadedClass both =
        value(jvm.classes()).all().stream()
            .filter(c -> c.name().equals("acme.Target$Both"))
            .findFirst()
            .orElseThrow();
    PerfEvent.Watchpoint word =
        new PerfEvent.Watchpoint(
            PerfEvent.Access.WRITE, both.address() + jvm.layout().secondarySuperCache(), 8);
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
        case Reading.Unavailable<Watchpoints.Sampled>(String reason, String remedy) ->
            Assumptions.abort(reason);
      }
    }
    return hits;
  }
}
