package dev.foliot.study.jar;

import dev.foliot.service.Jdk;
import dev.foliot.study.framework.Launch;
import dev.foliot.study.framework.ServiceApp;
import dev.foliot.study.framework.Switching;
import dev.foliot.study.framework.ThreadWords;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a service is started, on each kind of threads.
 *
 * @param app the service
 * @param platformApp another build of it, which has platform threads; empty where the first one has
 *     both
 * @param jdk a JDK with virtual threads
 * @param jvmArgs of its JVM
 * @param args its own
 * @param downstream a system that it calls, delayed when it is measured
 * @param folder its working folder, absolute
 */
public record JarStart(
    ServiceApp app,
    Optional<ServiceApp> platformApp,
    Jdk jdk,
    List<String> jvmArgs,
    List<String> args,
    Optional<JarDownstream> downstream,
    Path folder) {
  private static final int VIRTUAL_THREADS_SINCE = 21;

  /**
   * A service with one kind of threads.
   *
   * @param name of the arm
   * @param app what is started
   * @param threads what makes such threads serve
   */
  public record Arm(String name, ServiceApp app, ThreadWords threads) {}

  /**
   * Keeps copies.
   *
   * @throws FoliotException for a JDK without virtual threads, for a service whose threads nothing
   *     switches, or for arguments of one that takes none
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
    if (platformApp.isEmpty() && app.switching() instanceof Switching.Never(String why)) {
      throw FoliotException.usage("--jar: " + app.name() + " " + why);
    }
    if (!args.isEmpty() && app.launch().keys() == Launch.Keys.PROPERTY_ONLY) {
      throw FoliotException.usage(
          "--app-arg: a war has no arguments: give it a system property, as in"
              + " --jvm-arg=-Dkey=value");
    }
  }

  /** Platform threads, then virtual threads. */
  public List<Arm> arms() {
    return List.of(
        arm("platform threads", platformApp.orElse(app), Switching.By::platform), virtual());
  }

  /** The arm with virtual threads. */
  Arm virtual() {
    return arm("virtual threads", app, Switching.By::virtual);
  }

  private static Arm arm(String name, ServiceApp app, Function<Switching.By, ThreadWords> side) {
    return new Arm(
        name,
        app,
        switch (app.switching()) {
          case Switching.By by -> side.apply(by);
          case Switching.Never _ -> ThreadWords.NONE;
        });
  }

  /**
   * The words that start an arm on a port.
   *
   * @param java the launcher, or a placeholder
   * @param port a number, or a placeholder
   * @param system where it reaches the system that it calls: host and port, or a placeholder
   * @param shown further words, for the JVM those with a system property
   */
  List<String> words(
      Arm arm,
      String java,
      String port,
      Function<JarDownstream, String> system,
      List<String> shown) {
    Launch launch = arm.app.launch();
    List<String> words = new ArrayList<>(List.of(java));
    words.addAll(jvmArgs);
    List<String> after = new ArrayList<>(args);
    downstream
        .map(called -> called.word(launch.keys(), system.apply(called)))
        .ifPresent(word -> (launch.keys() == Launch.Keys.ARGUMENT ? after : words).add(word));
    shown.forEach(word -> (word.startsWith("-D") ? words : after).add(word));
    // the last one counts
    words.addAll(ported(launch.jvm(), port));
    words.addAll(arm.threads.jvm());
    for (String word : launch.program()) {
      words.add(word.equals(arm.app.file().toString()) ? file(arm.app) : word);
    }
    words.addAll(after);
    words.addAll(ported(launch.args(), port));
    words.addAll(arm.threads.args());
    return words;
  }

  private static List<String> ported(List<String> words, String port) {
    return words.stream().map(word -> word.replace(Launch.PORT, port)).toList();
  }

  /** Relative to the folder where it is in there, for a study file that can be moved with it. */
  private String file(ServiceApp started) {
    Path file = started.file();
    return (file.startsWith(folder) ? folder.relativize(file) : file).toString();
  }
}
