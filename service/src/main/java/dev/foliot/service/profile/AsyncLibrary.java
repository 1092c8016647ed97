package dev.foliot.service.profile;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * async-profiler's native library, which its jar brings as a resource, as a file that a JVM can
 * load. Nothing of it runs in this process [1].
 *
 * <p>[1] <a href="https://github.com/async-profiler/async-profiler">async-profiler</a>, Apache-2.0
 */
final class AsyncLibrary {
  private static final String NAME = "libasyncProfiler.so";
  private static final String REMEDY = "use --profile=jfr, which needs nothing";
  private static final long DEADLINE_NS = 30_000_000_000L;

  private AsyncLibrary() {}

  /** The library for this machine, as a file in a folder. */
  static Reading<Path> extract(Path folder) {
    String machine =
        switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x64";
          case "aarch64" -> "arm64";
          default -> "";
        };
    if (machine.isEmpty() || !System.getProperty("os.name").equals("Linux")) {
      return Reading.unavailable(
          "async-profiler is used on Linux on x86-64 and aarch64 alone", REMEDY);
    }
    try (InputStream in =
        AsyncLibrary.class.getResourceAsStream("/linux-" + machine + "/" + NAME)) {
      if (in == null) {
        return Reading.unavailable("the jar of async-profiler is not on the class path", REMEDY);
      }
      Path file = folder.resolve(NAME);
      Files.copy(in, file);
      return Reading.of(file);
    } catch (IOException e) {
      return Reading.unavailable(
          "async-profiler's library cannot be written: " + e.getMessage(), "free some space");
    }
  }

  /**
   * Tries it: a JVM of a JDK that ends at once is profiled.
   *
   * @param jdk the JDK's home
   * @param scratch for a file that is not kept
   */
  static Reading<ProfileWay.Async> tried(Path library, Path jdk, Path scratch) {
    ProfileWay.Async way = new ProfileWay.Async(library);
    Path file = scratch.resolve("try-" + Integer.toHexString(jdk.hashCode()) + ".jfr");
    List<String> words =
        List.of(
            jdk.resolve("bin").resolve("java").toString(),
            "-agentpath:" + library + "=" + way.start(file),
            "-version");
    ProcessBuilder program =
        Launcher.withoutInput(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try (ChildProcess java = Launcher.singlesIfPossible(Programs.ofThisProcess()).start(program)) {
      boolean ended = java.hasEndedWithin(DEADLINE_NS);
      boolean wrote = Files.deleteIfExists(file);
      return ended && java.exitCode() == 0 && wrote
          ? Reading.of(way)
          : Reading.unavailable(
              "async-profiler does not work in a JVM of "
                  + jdk
                  + (ended ? " (exit code " + java.exitCode() + ")" : " (it does not end)"),
              REMEDY);
    } catch (IOException e) {
      return Reading.unavailable("async-profiler cannot be tried: " + e.getMessage(), REMEDY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reading.unavailable("trying async-profiler was interrupted", REMEDY);
    }
  }
}
