package dev.foliot.diagnose.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.memory.SickJvm;
import dev.foliot.linux.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class AttachSocketTest {
  private static final int DEADLINE_S = 10;
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @Test
  void shouldAnswerAsJcmdDoesOnceJcmdHasAsked() throws Exception {
    try (SickJvm jvm = SickJvm.start(25, "", "healthy")) {
      Jcmd jcmd = new Jcmd(JDK, jvm.pid());
      assertThat(AttachSocket.ask(jvm.pid(), "VM.version", DEADLINE_S)).isEmpty();

      Reading<String> byProgram = jcmd.ask("VM.version");
      AttachSocket.Answer bySocket =
          AttachSocket.ask(jvm.pid(), "VM.version", DEADLINE_S).orElseThrow();

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
      assertThat(AttachSocket.ask(jvm.pid(), "No.such", DEADLINE_S).orElseThrow().success())
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
    assertThat(AttachSocket.ask(gone.pid(), "VM.version", DEADLINE_S)).isEmpty();
    Files.writeString(stale, "no socket");
    try {
      assertThat(AttachSocket.ask(gone.pid(), "VM.version", DEADLINE_S)).isEmpty();
    } finally {
      Files.delete(stale);
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
