package dev.foliot.linux.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.Reading;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ChildCommandTest {
  @TempDir private Path folder;

  private static ChildCommand command() {
    Reading<ChildCommand> child = ChildCommand.in(Tools.ofThisProcess());
    assumeTrue(child instanceof Reading.Value, child::toString);
    return child.toOptional().orElseThrow();
  }

  private Path script(Path file, String text) throws Exception {
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  /** Both write their number, and stay. */
  private String stays() {
    Path started = folder.resolve("started");
    return "echo $$ > " + started + ".part; mv " + started + ".part " + started + "; exec sleep 60";
  }

  private ProcessHandle started(Process parent) throws Exception {
    Path started = folder.resolve("started");
    while (!Files.exists(started)) {
      assertThat(parent.isAlive()).isTrue();
      parent.waitFor(5, TimeUnit.MILLISECONDS);
    }
    return ProcessHandle.of(Long.parseLong(Files.readString(started).strip())).orElseThrow();
  }

  @Test
  void shouldEndWhatACommandStarted() throws Exception {
    Path all = script(folder.resolve("all"), "(" + stays() + ") & wait");
    Process parent = command().of(List.of(all.toString())).start();
    ProcessHandle child = started(parent);

    ChildCommand.end(parent);

    assertThat(parent.isAlive()).isFalse();
    child.onExit().get(10, TimeUnit.SECONDS);
    assertThat(child.isAlive()).isFalse();
  }

  /** By a signal to itself alone, as the kernel sends it when Foliot was killed. */
  @Test
  void shouldTakeAlongWhatACommandStartsInTurn() throws Exception {
    Path child = script(folder.resolve("child"), stays());
    String words = String.join(" ", command().inTurn(List.of(child.toString())));
    Path all = script(folder.resolve("all"), words + " & wait");
    Process parent = command().of(List.of(all.toString())).start();
    ProcessHandle started = started(parent);

    parent.destroyForcibly();

    started.onExit().get(10, TimeUnit.SECONDS);
    assertThat(started.isAlive()).isFalse();
  }

  @Test
  void shouldKeepTheBeginningOfWhatIsPrintedAndLetTheRestPass() throws Exception {
    Path much = script(folder.resolve("much"), "echo begins; head -c 300000 /dev/zero; echo ends");
    Process process = command().of(List.of(much.toString())).start();

    CompletableFuture<byte[]> read = ChildCommand.read(process.getInputStream(), 6, "reader");

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(new String(ChildCommand.await(read), StandardCharsets.US_ASCII)).isEqualTo("begins");
  }

  @Test
  void shouldSayWhatItIsStartedBy() {
    assertThat(ChildCommand.in(new Tools(folder.toString())))
        .isInstanceOfSatisfying(
            Reading.Unavailable.class,
            none -> assertThat(none.remedy()).contains("install util-linux"));
  }
}
