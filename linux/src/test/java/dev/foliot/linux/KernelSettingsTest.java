package dev.foliot.linux;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelSettingsTest {
  @TempDir private Path root;
  private FakeKernel kernel;
  private KernelSettings settings;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
    settings = new KernelSettings(root);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 2, 3, 4})
  void shouldReadEveryLevel(int level) {
    kernel.file("proc/sys/kernel/perf_event_paranoid", String.valueOf(level));
    assertThat(settings.perfEventParanoid()).isEqualTo(Reading.of(level));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-2", "x", "1001", "99999999999999999999"})
  void shouldRefuseWhatIsNoLevel(String text) {
    kernel.file("proc/sys/kernel/perf_event_paranoid", text);
    kernel.file("proc/sys/kernel/kptr_restrict", text);
    assertThat(reason(settings.perfEventParanoid())).contains("malformed");
    assertThat(reason(settings.kptrRestrict())).contains("malformed");
  }

  @Test
  void shouldSayThatAKernelHasNoPerfEvents() {
    assertThat(reason(settings.perfEventParanoid())).contains("does not exist");
  }

  @Test
  void shouldTakeAKernelWithoutYamaForOpen() {
    assertThat(reason(settings.ptraceScope())).contains("osrelease does not exist");
    kernel.file("proc/sys/kernel/osrelease", "6.1.0");
    assertThat(settings.ptraceScope()).isEqualTo(Reading.of(0));
    kernel.file("proc/sys/kernel/yama/ptrace_scope", "2");
    assertThat(settings.ptraceScope()).isEqualTo(Reading.of(2));
  }

  @Test
  void shouldTakeAKernelWithoutNumaForQuiet() {
    assertThat(settings.numaBalancing()).isEqualTo(Reading.of(0));
    kernel.file("proc/sys/kernel/numa_balancing", "1");
    assertThat(settings.numaBalancing()).isEqualTo(Reading.of(1));
  }
}
