package dev.foliot.cli.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.cli.screen.Console;
import dev.foliot.doctor.OtherLoad;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.text.FoliotException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class QuietWaitTest {
  private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();
  private static final OtherLoad QUIET = new OtherLoad(0.05, 2, 0, List.of());
  private static final OtherLoad BUSY =
      new OtherLoad(1.6, 2, 0, List.of(new OtherLoad.BusyProcess(4312, "ja\u001b[2Jvac", 1.5)));
  private static final OtherLoad STOLEN = new OtherLoad(0.05, 2, 0.08, List.of());

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private long nowNs;

  /** Each observation takes a second; the last one stays. */
  private boolean await(long mostNs, OtherLoad... loads) throws InterruptedException {
    Deque<OtherLoad> left = new ArrayDeque<>(List.of(loads));
    Console console =
        new Console(
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
            new PrintStream(errors, true, UTF_8),
            false);
    QuietWait wait =
        new QuietWait(
            console,
            () -> {
              nowNs += SECOND_NS;
              return Reading.of(left.size() > 1 ? left.remove() : left.element());
            },
            () -> nowNs);
    return wait.await(mostNs, "results will be SUSPECT");
  }

  private String said() {
    return errors.toString(UTF_8);
  }

  @Test
  void shouldSayNothingOnAQuietMachine() throws Exception {
    assertThat(await(60 * SECOND_NS, QUIET)).isTrue();
    assertThat(said()).isEmpty();
  }

  @Test
  void shouldNameTheBusiestProcessAndGoOnWhenItIsQuiet() throws Exception {
    assertThat(await(60 * SECOND_NS, BUSY, BUSY, BUSY, QUIET)).isTrue();
    assertThat(said())
        .isEqualTo(
            """
            foliot: other processes use 1.6 of 2 CPUs (top: ja?[2Jvac, pid 4312): results \
            will be SUSPECT. Waiting up to 60 s for quiet; Ctrl-C to stop, --no-wait to go on
            foliot: quiet after 3.00 s
            """);
  }

  @Test
  void shouldGoOnWhenItStaysBusy() throws Exception {
    assertThat(await(5 * SECOND_NS, BUSY)).isFalse();
    assertThat(nowNs).isEqualTo(6 * SECOND_NS);
    assertThat(said()).contains("still busy (", "; going on");
  }

  @Test
  void shouldNotWaitWhereItWasNotAsked() throws Exception {
    assertThat(await(0, BUSY, QUIET)).isFalse();
    assertThat(nowNs).isEqualTo(SECOND_NS);
    assertThat(said()).contains("--wait-quiet 60s").doesNotContain("Waiting");
  }

  @Test
  void shouldNotProposeAWaitThatWasDeclined() throws Exception {
    assertThat(await(QuietWait.NEVER, BUSY, QUIET)).isFalse();
    assertThat(said()).endsWith("results will be SUSPECT\n");
  }

  @Test
  void shouldSayThatTheHypervisorIsBusy() throws Exception {
    assertThat(await(0, STOLEN)).isFalse();
    assertThat(said()).contains("the hypervisor takes 8.0 %");
  }

  @Test
  void shouldGoOnWhereNothingCanBeObserved() throws Exception {
    Console console =
        new Console(
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
            new PrintStream(errors, true, UTF_8),
            false);
    Reading<OtherLoad> none = Reading.unavailable(new SystemReason.NoTickPassed());

    assertThat(new QuietWait(console, () -> none, () -> 0).await(SECOND_NS, "")).isTrue();
    assertThat(said()).isEmpty();
  }

  @Test
  void shouldRefuseOptionsThatContradictEachOther() {
    QuietOptions options = new QuietOptions();
    new CommandLine(options).parseArgs("--no-wait", "--wait-quiet", "10s");

    assertThatThrownBy(options::check).isInstanceOf(FoliotException.class);
  }

  @Test
  void shouldObserveThisMachine() throws Exception {
    Reading<OtherLoad> seen = OtherLoad.observe(Duration.ofMillis(50), Set.of());

    if (seen instanceof Reading.Value<OtherLoad>(OtherLoad load)) {
      assertThat(load.cpus()).isPositive();
      assertThat(load.busiest()).noneMatch(busy -> busy.pid() == ProcessHandle.current().pid());
    } else {
      assertThat(System.getProperty("os.name")).doesNotContain("Linux");
    }
  }
}
