package dev.foliot.hotspot.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.memory.SickJvm;
import dev.foliot.linux.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class AttachSocketTest {
  private static final int DEADLINE_S = 10;
  private static final Path LIVE = Path.of("/");
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @Test
  void shouldAnswerAsJcmdDoesOnceJcmdHasAsked() throws Exception {
    try (SickJvm jvm = SickJvm.start(25, "", "healthy")) {
      Jcmd jcmd = new Jcmd(JDK, jvm.pid());
      assertThat(AttachSocket.ask(LIVE, jvm.pid(), "VM.version", DEADLINE_S)).isEmpty();

      Reading<String> byProgram = jcmd.ask("VM.version");
      AttachSocket.Answer bySocket =
          AttachSocket.ask(LIVE, jvm.pid(), "VM.version", DEADLINE_S).orElseThrow();

      assertThat(bySocket.success()).isTrue();
      assertThat(bySocket.text()).isEqualTo(byProgram.orElse(""));
      assertThat(jcmd.ask("VM.version")).isEqualTo(byProgram);
    }
  }

  @Test
  void shouldTellWhatTheJvmRefuses() throws Exception {
    try (SickJvm jvm = SickJvm.start(25, "", "healthy")) {
      Jcmd jcmd = new Jcmd(JDK, jvm.pid());
      Reading<String> byProgram = jcmd.ask("No.such");
      assertThat(AttachSocket.ask(LIVE, jvm.pid(), "No.such", DEADLINE_S).orElseThrow().success())
          .isFalse();

      assertThat(jcmd.ask("No.such"))
          .isInstanceOfSatisfying(
              Reading.Unavailable.class,
              refused -> assertThat(refused.reason()).contains("refused No.such: "))
          .isEqualTo(byProgram);
    }
  }

  @Test
  void shouldLeaveToJcmdWhatItCannotReach() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor(DEADLINE_S, TimeUnit.SECONDS);
    Path stale = Path.of("/tmp/.java_pid" + gone.pid());
    assertThat(AttachSocket.ask(LIVE, gone.pid(), "VM.version", DEADLINE_S)).isEmpty();
    Files.writeString(stale, "no socket");
    try {
      assertThat(AttachSocket.ask(LIVE, gone.pid(), "VM.version", DEADLINE_S)).isEmpty();
    } finally {
      Files.delete(stale);
    }
  }

  /** The JVM's own pid is 1, and it has its own file system, as in a container. */
  @Test
  void shouldReachAJvmThatCallsItselfOtherwiseInItsOwnFileSystem(@TempDir Path root)
      throws Exception {
    Path tmp = Files.createDirectories(root.resolve("proc/4711/root/tmp"));
    Files.writeString(root.resolve("proc/4711/status"), "Name:\tjava\nNSpid:\t4711\t1\n");
    Path socket = tmp.resolve(".java_pid1");
    try (FakeListener listener = new FakeListener(socket)) {
      assertThat(AttachSocket.ask(root, 4711, "VM.version", DEADLINE_S))
          .as("others may write to it")
          .isEmpty();
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));

      assertThat(AttachSocket.ask(root, 4711, "VM.version", DEADLINE_S))
          .contains(new AttachSocket.Answer(true, "1 jcmd VM.version"));
      assertThat(listener.asked()).isOne();
    }
  }

  @Test
  void shouldNotTakeTheSocketOfAnotherWithThatNumber(@TempDir Path root) throws Exception {
    Files.createDirectories(root.resolve("proc/4711/root/tmp"));
    Files.writeString(root.resolve("proc/4711/status"), "Name:\tjava\nNSpid:\t4711\t1\n");
    Path tmp = Files.createDirectories(root.resolve("tmp"));
    for (String name : new String[] {".java_pid4711", ".java_pid1"}) {
      try (FakeListener listener = new FakeListener(tmp.resolve(name))) {
        Files.setPosixFilePermissions(
            tmp.resolve(name), PosixFilePermissions.fromString("rw-------"));
        assertThat(AttachSocket.ask(root, 4711, "VM.version", DEADLINE_S)).isEmpty();
        assertThat(listener.asked()).isZero();
      }
    }
  }

  @Test
  void shouldNotWaitBehindOthersOfASharedPool(@TempDir Path root) throws Exception {
    Path tmp = Files.createDirectories(root.resolve("proc/7/root/tmp"));
    Files.writeString(root.resolve("proc/7/status"), "Name:\tjava\n");
    Path socket = tmp.resolve(".java_pid7");
    CountDownLatch end = new CountDownLatch(1);
    for (int i = 0; i < 2 * ForkJoinPool.getCommonPoolParallelism(); i++) {
      ForkJoinPool.commonPool().execute(() -> awaitEnd(end));
    }
    try (FakeListener listener = new FakeListener(socket)) {
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      assertThat(AttachSocket.ask(root, 7, "VM.version", DEADLINE_S)).isPresent();
      assertThat(listener.asked()).isOne();
    } finally {
      end.countDown();
    }
  }

  private static void awaitEnd(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldSayThatARuntimeHasNoTools() {
    assertThat(Jcmd.of(Path.of("/nowhere"), 1)).isInstanceOf(Reading.Unavailable.class);
    assertThat(Jcmd.find(Path.of("/nowhere"), 1)).isInstanceOf(Reading.Unavailable.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "ok\nno number", "99999999999\nx"})
  void shouldTakeNoOtherAnswerForOne(String text) {
    assertThat(AttachSocket.parse(text)).isEmpty();
  }
}
