package dev.foliot.linux;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.machine.Turbo;
import dev.foliot.linux.perf.TraceEvents;
import dev.foliot.linux.proc.ProcessLimits;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the machine and its owner hold back: limits, turbo, trace points. */
class MachineLimitsTest {
  private static final String HEAD =
      "Limit                     Soft Limit           Hard Limit           Units     ";
  private static final String BOOST = "sys/devices/system/cpu/cpufreq/boost";
  private static final String NO_TURBO = "sys/devices/system/cpu/intel_pstate/no_turbo";

  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  @Test
  void shouldReadTheLimitsInForce() {
    kernel.file(
        "proc/7/limits",
        HEAD,
        "Max processes             unlimited            unlimited            processes ",
        "Max open files            1024                 524288               files     ",
        "Max locked memory         8388608              8388608              bytes     ");
    assertThat(ProcessLimits.of(root, 7))
        .isEqualTo(
            Reading.of(
                new ProcessLimits(
                    OptionalLong.of(1_024), OptionalLong.empty(), OptionalLong.of(8_388_608))));
  }

  @Test
  void shouldNameTheLimitThatIsMissing() {
    kernel.file("proc/7/limits", HEAD);
    assertThat(reason(ProcessLimits.of(root, 7))).contains("has no Max open files");
    kernel.file(
        "proc/7/limits", "Max open files            99999999999999999999 1            files     ");
    assertThat(reason(ProcessLimits.of(root, 7))).contains("malformed Max open files");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadItsOwnLimitsOnTheLiveKernel() {
    value(ProcessLimits.of(Path.of("/"), ProcessHandle.current().pid()));
  }

  @ParameterizedTest
  @CsvSource({BOOST + ",1,true", BOOST + ",0,false", NO_TURBO + ",1,false", NO_TURBO + ",0,true"})
  void shouldKnowWhatEachSwitchMeans(String file, String text, boolean on) {
    kernel.file(file, text);
    assertThat(Turbo.of(root)).isEqualTo(Reading.of(new Turbo(on, root.resolve(file).toString())));
  }

  @Test
  void shouldSayThatNoSwitchIsThere() {
    assertThat(reason(Turbo.of(root))).contains("cpufreq/boost", "no_turbo");
    kernel.file(BOOST, "2");
    assertThat(reason(Turbo.of(root))).contains("malformed switch '2'");
  }

  @ParameterizedTest
  @CsvSource({"sys/kernel/tracing", "sys/kernel/debug/tracing"})
  void shouldFindATracePoint(String place) {
    kernel.file(place + "/events/sched/sched_switch/id", "314");
    assertThat(TraceEvents.id(root, "sched", "sched_switch")).isEqualTo(Reading.of(314L));
  }

  @Test
  void shouldTellAMissingMountFromAMissingTracePoint() {
    kernel.directory("sys/kernel/tracing");
    assertThat(TraceEvents.id(root, "sched", "sched_switch").toString())
        .contains("not mounted", "mount -t tracefs");
    kernel.file("sys/kernel/tracing/README", "tracing mini-HOWTO");
    assertThat(reason(TraceEvents.id(root, "sched", "sched_switch")))
        .contains("no trace point sched:sched_switch");
  }
}
