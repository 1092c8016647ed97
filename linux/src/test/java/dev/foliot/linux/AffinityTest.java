package dev.foliot.linux;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.linux.proc.ThreadStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the live kernel; nothing here needs a privilege or a second CPU. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class AffinityTest {
  private static final Path LIVE = Path.of("/");

  /** A number that no kernel gives: above the highest pid_max. */
  private static final long NO_THREAD = (1 << 22) + 1;

  private final CpuList before = value(Affinity.ofCaller());
  private final CpuList lastCpu = CpuList.of(before.stream().max().orElseThrow());

  @Test
  void shouldPinAChildFromItsFirstInstruction() throws Exception {
    Process child =
        value(Affinity.during(lastCpu, new ProcessBuilder("cat", "/proc/self/status")::start));
    String status = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(status.lines()).contains("Cpus_allowed_list:\t" + lastCpu);
    assertThat(Affinity.ofCaller()).isEqualTo(Reading.of(before));
  }

  @Test
  void shouldRunTheActionOnTheseCpus() {
    Reading<CpuList> inside = value(Affinity.during(lastCpu, Affinity::ofCaller));
    assertThat(inside).isEqualTo(Reading.of(lastCpu));
  }

  @Test
  void shouldRestoreWhenTheActionThrows() {
    assertThatThrownBy(() ->
            Affinity.during(
                lastCpu,
                () -> {
                  throw new IOException("from the action");
                }))
        .isInstanceOf(IOException.class)
        .hasMessage("from the action");
    assertThat(Affinity.ofCaller()).isEqualTo(Reading.of(before));
  }

  @Test
  void shouldRefuseCpusThatDoNotExistAndNotRunTheAction() {
    CpuList none = CpuList.of(CpuList.MAX_CPU);
    Reading<String> refused =
        Affinity.during(
            none,
            () -> {
              throw new AssertionError("it ran");
            });
    assertThat(reason(refused)).contains("65535");
    assertThat(reason(Affinity.setCaller(CpuList.of()))).contains("none of CPUs ''");
    assertThat(Affinity.ofCaller()).isEqualTo(Reading.of(before));
  }

  /** The kernel would take the part that exists and say nothing. */
  @Test
  void shouldRefuseCpusOfWhichOnlySomeExist() {
    CpuList mixed = value(CpuList.parse(lastCpu + ",65535"));
    assertThat(reason(Affinity.setCaller(mixed)))
        .isEqualTo("of CPUs " + mixed + " only " + lastCpu + " may be used here");
    assertThat(Affinity.ofCaller()).isEqualTo(Reading.of(before));
  }

  @Test
  void shouldPinAnotherThread() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    LiveThread thread = LiveThread.start("foliot-pinned", self -> end.await());
    try {
      assertThat(Affinity.setThread(thread.tid(), lastCpu)).isEqualTo(Reading.of(before));
      assertThat(Affinity.ofThread(thread.tid())).isEqualTo(Reading.of(lastCpu));
      assertThat(value(ThreadStatus.of(LIVE, thread.pid(), thread.tid())).cpusAllowed())
          .isEqualTo(lastCpu);
    } finally {
      end.countDown();
      thread.join();
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchThread() {
    assertThat(reason(Affinity.ofThread(NO_THREAD))).isEqualTo("there is no thread " + NO_THREAD);
    assertThat(reason(Affinity.setThread(NO_THREAD, lastCpu))).contains("no thread " + NO_THREAD);
    assertThat(reason(Affinity.ofThread(0))).contains("0 is no thread id");
    assertThat(reason(Affinity.ofThread(1L << 32))).contains("no thread id");
  }

  @Test
  void shouldRefuseAVirtualThread() throws Exception {
    CompletableFuture<Reading<CpuList>> answer = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> answer.complete(Affinity.setCaller(lastCpu)));
    assertThat(reason(answer.get())).contains("virtual thread");
  }

  @ParameterizedTest
  @CsvSource({
    "1, not permitted to set the affinity of thread 7",
    "3, there is no thread 7",
    "22, none of CPUs '0-3' may be used here",
    "38, cannot set the affinity of thread 7: errno 38"
  })
  void shouldExplainEachErrorOfTheCall(int errno, String reason) {
    assertThat(reason(Affinity.refusal("set", 7, "0-3", errno))).isEqualTo(reason);
  }

  /** The message of a JVM that forbids native calls, as a later JDK will by default. */
  @Test
  void shouldSayWhenTheJvmForbidsNativeCalls() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--illegal-native-access=deny",
                "-cp",
                System.getProperty("java.class.path"),
                Asked.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output).contains("this JVM forbids native calls", "--enable-native-access");
    assertThat(jvm.waitFor()).isZero();
  }

  /** Prints what a JVM of its own answers. */
  static final class Asked {
    private Asked() {}

    public static void main(String[] args) {
      System.out.println(Affinity.ofCaller());
    }
  }
}
