package dev.foliot.linux.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess.Stopped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class LauncherTest {
  private static final Programs PROGRAMS = Programs.ofThisProcess();
  private static final long LONG_NS = 30_000_000_000L;

  @TempDir private Path folder;

  private static Launcher usable(Reading<Launcher> launcher) {
    assumeTrue(launcher instanceof Reading.Value, launcher::toString);
    return launcher.toOptional().orElseThrow();
  }

  private static Launcher groups() {
    return usable(Launcher.ofGroups(PROGRAMS));
  }

  private static Launcher singles() {
    return usable(Launcher.ofSingles(PROGRAMS));
  }

  private static ChildProcess start(Launcher launcher, Path program) throws IOException {
    return launcher.start(Launcher.withoutInput(List.of(program.toString())));
  }

  private Path script(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Lines that write the number of the shell that runs them, and stay. */
  private String stays() {
    return says() + "; exec sleep 60";
  }

  private String says() {
    Path started = folder.resolve("started");
    return "echo $$ > " + started + ".part; mv " + started + ".part " + started;
  }

  private ProcessHandle started(ChildProcess parent) throws Exception {
    Path started = folder.resolve("started");
    while (!Files.exists(started)) {
      assertThat(parent.hasEndedWithin(5_000_000)).isFalse();
    }
    return ProcessHandle.of(Long.parseLong(Files.readString(started).strip())).orElseThrow();
  }

  private static void assertEnds(ProcessHandle process) throws Exception {
    process.onExit().get(10, TimeUnit.SECONDS);
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void shouldLeadAGroupAndASessionOfItsOwn() throws Exception {
    ProcessBuilder cat = Launcher.withoutInput(List.of("cat", "/proc/self/stat"));
    try (ChildProcess child = groups().start(cat)) {
      // the fifth number of /proc/self/stat is the group, the sixth the session
      String[] numbers = PipeOutput.first(child.output(), 1_000).await().text().split(" ", -1);
      String pid = Long.toString(child.pid());
      assertThat(List.of(numbers[0], numbers[4], numbers[5])).containsOnly(pid);
    }
  }

  @Test
  void shouldKillWhatAProgramStarted() throws Exception {
    ChildProcess parent = start(singles(), script("all", "sh -c '" + stays() + "' & wait"));
    ProcessHandle child = started(parent);

    parent.kill();

    assertThat(parent.isAlive()).isFalse();
    assertThat(parent.exitCode()).isEqualTo(137);
    assertEnds(child);
  }

  @Test
  void shouldStopWhatEndsWhenAsked() throws Exception {
    ProcessBuilder sleep = Launcher.withoutInput(List.of("sleep", "60"));
    try (ChildProcess child = groups().start(sleep)) {
      assertThat(child.stop(LONG_NS)).isEqualTo(new Stopped(143, false, false));
      assertThat(child.stop(LONG_NS)).isEqualTo(new Stopped(143, false, false));
    }
  }

  @Test
  void shouldKillWhatDoesNotEndWhenAsked() throws Exception {
    Path stubborn = script("all", "trap '' TERM; " + says() + "; while :; do sleep 60; done");
    try (ChildProcess child = start(groups(), stubborn)) {
      started(child);

      assertThat(child.stop(50_000_000)).isEqualTo(new Stopped(137, true, false));
    }
  }

  @Test
  void shouldKillWhatAProgramLeaves() throws Exception {
    String clinging = "sh -c 'trap \"\" TERM; " + says() + "; while :; do sleep 60; done' &";
    try (ChildProcess parent = start(groups(), script("all", clinging + " wait"))) {
      ProcessHandle child = started(parent);

      assertThat(parent.stop(LONG_NS)).isEqualTo(new Stopped(143, false, true));
      assertEnds(child);
    }
  }

  /** By a signal to itself alone, as the kernel sends it when Foliot was killed. */
  @Test
  void shouldTakeAlongWhatAProgramStartsInTurn() throws Exception {
    Path child = script("child", stays());
    String words = String.join(" ", singles().inTurn(List.of(child.toString())));
    ChildProcess parent = start(singles(), script("all", words + " & wait"));
    ProcessHandle started = started(parent);

    parent.handle().destroyForcibly();

    assertEnds(started);
  }

  /** As the kernel closes its input when Foliot was killed. */
  @Test
  void shouldGuardTheWholeGroup() throws Exception {
    ChildProcess parent = start(singles(), script("all", "sh -c '" + stays() + "' & wait"));
    ProcessHandle child = started(parent);
    Process xargs = guard();
    new GroupGuard(xargs).watch(parent.pid());
    assertThat(parent.isAlive()).isTrue();

    xargs.getOutputStream().close();

    assertEnds(parent.handle());
    assertEnds(child);
  }

  private static Process guard() throws IOException {
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(Launcher.guard("xargs", "sh"));
    return new ProcessBuilder(words).start();
  }

  @Test
  void shouldLeaveAGroupAloneWhenTheGuardEndsFirst() throws Exception {
    try (ChildProcess program = start(singles(), script("all", stays()))) {
      started(program);
      Process xargs = guard();
      GroupGuard guard = new GroupGuard(xargs);
      guard.watch(program.pid());

      guard.close();

      assertThat(xargs.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(program.hasEndedWithin(20_000_000)).isFalse();
    }
  }

  @Test
  void shouldNotMindAnInterruptWhileItStarts() throws Exception {
    Thread.currentThread().interrupt();
    try (ChildProcess child = start(groups(), script("all", stays()))) {
      assertThat(Thread.interrupted()).isTrue();
      assertThat(child.isAlive()).isTrue();
    }
  }

  @Test
  void shouldHandOnWhyNothingStarts() {
    Launcher launcher = singles();
    ProcessBuilder program = Launcher.withoutInput(List.of("true"));
    assertThatThrownBy(() ->
            launcher.start(
                program,
                any -> {
                  throw new IOException("no");
                }))
        .isInstanceOf(IOException.class)
        .hasMessage("no");
    assertThatThrownBy(() ->
            launcher.start(
                program,
                any -> {
                  throw new IllegalStateException("never");
                }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldStartAndEndAProgramWithoutAnyHelp() throws Exception {
    Launcher plain = Launcher.groupsIfPossible(new Programs(""));
    ChildProcess parent = start(plain, script("all", "sh -c '" + stays() + "' & wait"));
    ProcessHandle child = started(parent);

    assertThat(parent.stop(LONG_NS).exitCode()).isEqualTo(143);
    assertEnds(child);
  }

  @Test
  void shouldSayWhatIsMissing() throws Exception {
    assertThat(Launcher.ofSingles(new Programs(folder.toString())))
        .isInstanceOfSatisfying(
            Reading.Unavailable.class,
            none -> assertThat(none.remedy()).contains("install util-linux"));
    script("setsid", "");
    script("setpriv", "");
    assertThat(Launcher.ofSingles(new Programs(folder.toString())))
        .isInstanceOf(Reading.Value.class);
    assertThat(Launcher.ofGroups(new Programs(folder.toString())))
        .isInstanceOf(Reading.Unavailable.class);
  }

  /** Its setpriv knows no --pdeathsig. */
  @Test
  void shouldNotUseBusybox() throws Exception {
    script("setsid", "");
    Files.createSymbolicLink(folder.resolve("setpriv"), script("busybox", ""));
    Programs programs = new Programs(folder.toString());

    assertThat(Launcher.ofSingles(programs)).isInstanceOf(Reading.Unavailable.class);
    assertThat(Launcher.singlesIfPossible(programs).inTurn(List.of("true")))
        .containsExactly("true");
  }
}
