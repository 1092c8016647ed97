package dev.foliot.linux.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Kills a process group when this process dies, for any cause.
 *
 * <p>It is a small process with a pipe from here as input: xargs(1). Once its input ends, it starts
 * a shell that kills the number it was given. The kernel closes the pipe of a dead process. If the
 * group ends in order, the guard is killed first, and kills nothing itself.
 */
final class GroupGuard implements AutoCloseable {
  private final Process process;

  GroupGuard(Process process) {
    this.process = process;
  }

  /** Starts one, which guards nothing yet. */
  static GroupGuard start(List<String> words) throws IOException {
    return new GroupGuard(
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** From now on the group of {@code leader} ends with this process. */
  void watch(long leader) throws IOException {
    OutputStream out = process.getOutputStream();
    out.write(("-" + leader + "\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Ends the guard, and leaves the group alone. */
  @Override
  public void close() {
    // killed before its input is closed: it then never starts a program
    process.destroyForcibly();
  }
}
