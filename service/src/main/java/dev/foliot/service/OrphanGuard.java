package dev.foliot.service;

import dev.foliot.linux.process.Programs;
import dev.foliot.text.LabException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Kills an arm's whole process group when this process dies, however it dies.
 *
 * <p>The kernel's own means ends one process with the thread that started it, not what that one
 * started in turn. So a small process stands by whose input is a pipe from here: xargs, which
 * starts {@code kill} with what it was given once its input ends, which it does when the kernel
 * closes the pipe of a dead process. When the arm has ended in order the guard is killed first, and
 * kills nothing.
 */
final class OrphanGuard implements AutoCloseable {
  private final Process process;

  private OrphanGuard(Process process) {
    this.process = process;
  }

  /**
   * Starts one, which guards nothing yet.
   *
   * @throws LabException if there is no xargs, setsid or kill
   */
  static OrphanGuard start(Programs programs) {
    List<String> words =
        List.of(
            required(programs, "setsid").toString(),
            required(programs, "xargs").toString(),
            "-r",
            required(programs, "kill").toString(),
            "-KILL",
            "--");
    try {
      return new OrphanGuard(
          new ProcessBuilder(words)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      throw LabException.environment(
          "no guard can be started beside an arm: " + e.getMessage() + "; raise ulimit -u");
    }
  }

  static Path required(Programs programs, String name) {
    return programs
        .find(name)
        .orElseThrow(() ->
            LabException.environment(
                "an arm needs "
                    + name
                    + ", so that it ends with foliot: install util-linux, procps and findutils, on"
                    + " Linux"));
  }

  /** From now on the group of {@code leader} ends with this process. */
  void watch(long leader) {
    try {
      OutputStream out = process.getOutputStream();
      out.write(("-" + leader + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the guard of an arm has ended; somebody killed it", e);
    }
  }

  /** Ends the guard, and lets the group be. */
  @Override
  public void close() {
    // killed before its input is closed: it never comes to start anything
    process.destroyForcibly();
  }
}
