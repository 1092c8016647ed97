package dev.foliot.linux.proc;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TcpPortsTest {
  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n";

  @TempDir private Path root;

  @Test
  void shouldTellWhoOpenedAConnection() {
    FakeKernel kernel = new FakeKernel(root);
    kernel.file(
        "proc/7/net/tcp",
        HEAD
            + "   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0\n"
            + "   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  0\n"
            + "   2: 0100007F:C351 0100007F:1538 01 00000000:00000000 00:00000000 00000000  0\n"
            + "   3: nonsense\n");
    kernel.file(
        "proc/7/net/tcp6",
        HEAD
            + "   0: 00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A"
            + " 0\n"
            + "   1: 0000000000000000FFFF00000100007F:0050 0000000000000000FFFF00000100007F:C352 01"
            + " 0\n");

    assertThat(TcpPorts.of(root, 7))
        .isEqualTo(Reading.of(new TcpPorts(Set.of(50_000, 50_002), Set.of(5_432))));
  }

  @Test
  void shouldAddThoseOfAnotherMoment() {
    assertThat(new TcpPorts(Set.of(1), Set.of(2)).and(new TcpPorts(Set.of(3), Set.of(2))))
        .isEqualTo(new TcpPorts(Set.of(1, 3), Set.of(2)));
  }

  @Test
  void shouldSayThatThereIsNoSuchProcess() {
    new FakeKernel(root).file("proc/7/net/tcp", HEAD);

    assertThat(TcpPorts.of(root, 7)).isEqualTo(Reading.of(new TcpPorts(Set.of(), Set.of())));
    assertThat(reason(TcpPorts.of(root, 8))).contains("does not exist");
  }
}
