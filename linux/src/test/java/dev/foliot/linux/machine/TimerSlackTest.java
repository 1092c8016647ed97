package dev.foliot.linux.machine;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.LiveThread;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TimerSlackTest {
  private static final Path LIVE = Path.of("/");

  @TempDir private Path root;

  @Test
  void shouldReplaceTheWholeNumber() {
    new FakeKernel(root).file("proc/9/timerslack_ns", "50000");
    assertThat(TimerSlack.readNs(root, 9)).isEqualTo(Reading.of(50_000L));
    assertThat(TimerSlack.writeNs(root, 9, 1)).isEqualTo(Reading.of(1L));
    assertThat(TimerSlack.readNs(root, 9)).isEqualTo(Reading.of(1L));
  }

  @Test
  void shouldSayWhatIsMissingOrMalformed() {
    FakeKernel kernel = new FakeKernel(root);
    assertThat(reason(TimerSlack.readNs(root, 9))).contains("timerslack_ns does not exist");
    assertThat(reason(TimerSlack.writeNs(root, 9, 1))).contains("timerslack_ns does not exist");
    kernel.file("proc/9/timerslack_ns", "-1");
    assertThat(reason(TimerSlack.readNs(root, 9))).contains("malformed");
    kernel.directory("proc/8/timerslack_ns");
    assertThat(TimerSlack.writeNs(root, 8, 1).toString()).contains("CAP_SYS_NICE");
  }

  @Test
  void shouldRefuseANegativeSlack() {
    assertThatIllegalArgumentException().isThrownBy(() -> TimerSlack.writeNs(root, 9, -1));
  }

  /** The kernel lets every thread change its own. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldChangeTheCallersOwnSlack() throws Exception {
    LiveThread.start(
            "foliot-slack",
            self -> {
              long former = value(TimerSlack.readNs(LIVE, self.tid()));
              assertThat(TimerSlack.writeNs(LIVE, self.tid(), 1_000)).isEqualTo(Reading.of(1_000L));
              assertThat(TimerSlack.writeNs(LIVE, self.tid(), former))
                  .isEqualTo(Reading.of(former));
            })
        .join();
  }

  /** Another thread's slack needs a capability, which the test's user may lack. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldChangeAnothersSlackOrSayWhatItTakes() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    LiveThread other = LiveThread.start("foliot-slack", self -> end.await());
    try {
      switch (TimerSlack.writeNs(LIVE, other.tid(), 2_000)) {
        case Reading.Value<Long>(Long slackNs) -> assertThat(slackNs).isEqualTo(2_000);
        case Reading.Unavailable<Long> none -> {
          assertThat(none.reason()).contains("timerslack_ns");
          assertThat(none.remedy()).contains("CAP_SYS_NICE");
        }
      }
    } finally {
      end.countDown();
      other.join();
    }
  }
}
