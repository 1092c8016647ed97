package dev.foliot.study.jar;

import dev.foliot.service.Jdk;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a jar is started.
 *
 * @param app the jar
 * @param jdk a JDK with virtual threads
 * @param jvmArgs of its JVM
 * @param args its own
 * @param downstream a system that it calls, delayed when it is measured
 * @param folder its working folder, absolute
 */
public record JarStart(
    JarApp app,
    Jdk jdk,
    List<String> jvmArgs,
    List<String> args,
    Optional<JarDownstream> downstream,
    Path folder) {
  private static final int VIRTUAL_THREADS_SINCE = 21;

  /**
   * Keeps copies.
   *
   * @throws FoliotException for a JDK without virtual threads
   */
  public JarStart {
    jvmArgs = List.copyOf(jvmArgs);
    args = List.copyOf(args);
    if (jdk.feature() > 0 && jdk.feature() < VIRTUAL_THREADS_SINCE) {
      throw FoliotException.usage(
          jdk.home()
              + " is a JDK "
              + jdk.version()
              + " without virtual threads: name a JDK 21 or later with --jdk");
    }
  }

  /**
   * The words that start it on a port.
   *
   * @param java the launcher, or a placeholder
   * @param port a number, or a placeholder
   * @param system where it reaches the system that it calls: host and port, or a placeholder
   */
  List<String> words(String java, String port, Function<JarDownstream, String> system) {
    List<String> words = new ArrayList<>(List.of(java));
    words.addAll(jvmArgs);
    words.add("-jar");
    words.add(
        app.file().startsWith(folder)
            ? folder.relativize(app.file()).toString()
            : app.file().toString());
    words.addAll(args);
    downstream.ifPresent(called -> words.add(called.word(system.apply(called))));
    // the last one counts
    words.addAll(JarApp.words(port));
    return words;
  }
}
