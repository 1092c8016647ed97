package dev.foliot.service.profile;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * async-profiler, loaded into a running JVM and sampling into a file. One thread.
 *
 * <p>Its library stays in the JVM; its sampling ends with {@link #stop} or {@link #close}, even if
 * the calling thread is interrupted.
 */
public final class LoadedProfiler implements AutoCloseable {
  private static final long SETTLED_MS = 20;
  private static final int LOOKS = 500;
  private static final int LONGEST = 160;
  private static final int TRIES = 3;
  private static final String STOP = "stop,log=/dev/null";

  private final Jcmd jcmd;
  private final Path library;
  private final Path file;
  private boolean isRunning = true;

  private LoadedProfiler(Jcmd jcmd, Path library, Path file) {
    this.jcmd = jcmd;
    this.library = library;
    this.file = file;
  }

  /**
   * Begins.
   *
   * @param jcmd asks the JVM
   * @param file what it writes, and {@link #close} removes
   * @param options its start options
   */
  public static Reading<LoadedProfiler> start(Jcmd jcmd, Path library, Path file, String options)
      throws InterruptedException {
    LoadedProfiler loaded = new LoadedProfiler(jcmd, library, file);
    Reading<String> answer;
    try {
      answer = loaded.ask(options);
    } catch (InterruptedException e) {
      // the JVM may have begun all the same
      loaded.end();
      throw e;
    }
    return switch (answer) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) when !text.contains("return code: 0") ->
          Reading.unavailable(new ServiceReason.ProfilerRefused(Shown.text(text.strip(), LONGEST)));
      case Reading.Value<String> begun -> Reading.of(loaded);
    };
  }

  /** In quotes, because the options contain commas and equal signs. */
  private Reading<String> ask(String options) throws InterruptedException {
    return jcmd.ask("JVMTI.agent_load", library.toString(), '"' + options + '"');
  }

  /** Ends the sampling; the result is the file with all samples. */
  public Reading<Path> stop() throws InterruptedException {
    Reading<String> answer = ask(STOP);
    isRunning = false;
    for (int look = 0;
        look < LOOKS && answer instanceof Reading.Value && !Files.isRegularFile(file);
        look++) {
      Thread.sleep(SETTLED_MS);
    }
    return answer.map(_ -> file);
  }

  /** Ends the sampling, even if this thread is or gets interrupted. */
  private void end() {
    boolean isInterrupted = Thread.interrupted();
    for (int i = 0; i < TRIES && isRunning && ProcessHandle.of(jcmd.pid()).isPresent(); i++) {
      try {
        Reading<String> _ = ask(STOP);
        isRunning = false;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the folder is removed with all that is in it
    }
  }
}
