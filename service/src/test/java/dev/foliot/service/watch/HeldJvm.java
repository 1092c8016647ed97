package dev.foliot.service.watch;

import dev.foliot.service.Jdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@link Holder} as a child process. */
final class HeldJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;

  /** Starts one and waits until it has allocated everything. */
  HeldJvm(int heldMb, int droppedMb, String... flags) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Jdk.current().java().toString());
    // at full size at once: in a small heap the start of a recording could begin a cycle, which
    // frees the dropped buffers
    words.addAll(List.of("-Xms64m", "-Xmx64m", "-XX:MetaspaceSize=64m"));
    words.add("--enable-native-access=ALL-UNNAMED");
    words.add("-XX:MaxDirectMemorySize=512m");
    words.addAll(List.of(flags));
    words.add("-cp");
    words.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    words.add(Holder.class.getName());
    words.add(Integer.toString(heldMb));
    words.add(Integer.toString(droppedMb));
    process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    await("ready");
  }

  private void await(String word) throws IOException {
    String line = out.readLine();
    if (!word.equals(line)) {
      throw new IOException("the JVM says " + line);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Makes it resize a pool, pin a virtual thread and produce garbage. */
  void act() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    await("done");
  }

  /** Kills it, and returns when it has ended. */
  void kill() {
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
