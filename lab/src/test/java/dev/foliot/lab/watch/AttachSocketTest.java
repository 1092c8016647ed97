package dev.foliot.lab.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.lab.Jdk;
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

  @Test
  void shouldAnswerAsJcmdDoesOnceJcmdHasAsked() throws Exception {
    try (HeldJvm jvm = new HeldJvm(1, 0)) {
      Jcmd jcmd = new Jcmd(Jdk.current().home(), jvm.pid());
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
    try (HeldJvm jvm = new HeldJvm(1, 0)) {
      Jcmd jcmd = new Jcmd(Jdk.current().home(), jvm.pid());
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

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "ok\nno number", "99999999999\nx"})
  void shouldTakeNoOtherAnswerForOne(String text) {
    assertThat(AttachSocket.parse(text)).isEmpty();
  }
}
