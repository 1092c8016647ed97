package dev.foliot.linux.proc;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessRights.Capability;
import dev.foliot.linux.proc.ProcessRights.Seccomp;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessRightsTest {
  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  private Reading<ProcessRights> rights(String capabilities, String seccomp) {
    kernel.file(
        "proc/7/status", "CapEff:\t" + capabilities, "NoNewPrivs:\t1", "Seccomp:\t" + seccomp);
    return ProcessRights.of(root, 7);
  }

  @Test
  void shouldKnowTheCapabilitiesOfRoot() {
    ProcessRights root = value(rights("000001ffffffffff", "0"));
    assertThat(root.held()).containsExactly(Capability.values());
    assertThat(root.mayWatchEverything()).isTrue();
    assertThat(root.noNewPrivileges()).isTrue();
  }

  @Test
  void shouldKnowThatAUserHasNone() {
    ProcessRights user = value(rights("0000000000000000", "0"));
    assertThat(user.held()).isEmpty();
    assertThat(user.mayWatchEverything()).isFalse();
  }

  /** Bits 38 and 21 of capability.h. */
  @ParameterizedTest
  @CsvSource({"0000004000000000,PERFMON", "0000000000200000,SYS_ADMIN"})
  void shouldTakeEitherForEveryCounter(String bits, Capability held) {
    ProcessRights rights = value(rights(bits, "0"));
    assertThat(rights.held()).containsExactly(held);
    assertThat(rights.mayWatchEverything()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0,NONE", "1,STRICT", "2,FILTER"})
  void shouldReadTheFilter(String mode, Seccomp seccomp) {
    assertThat(value(rights("0", mode)).seccomp()).isEqualTo(seccomp);
  }

  @Test
  void shouldRefuseWhatIsMalformed() {
    assertThat(reason(rights("xyz", "0"))).contains("malformed CapEff 'xyz'");
    assertThat(reason(rights("0", "3"))).contains("malformed Seccomp '3'");
    kernel.file("proc/7/status", "Name:\tjava");
    assertThat(reason(ProcessRights.of(root, 7))).contains("has no CapEff");
    assertThat(reason(ProcessRights.of(root, 8))).contains("does not exist");
  }

  @Test
  void shouldDoWithoutLinesThatOldKernelsLack() {
    kernel.file("proc/7/status", "CapEff:\t0000000000000000");
    assertThat(ProcessRights.of(root, 7))
        .isEqualTo(Reading.of(new ProcessRights(0, Seccomp.NONE, false)));
  }
}
