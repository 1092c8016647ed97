package dev.foliot.cli.study;

import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.service.Jdk;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.file.StudyFile;
import dev.foliot.study.file.StudyFileOptions;
import dev.foliot.study.jar.JarApp;
import dev.foliot.study.jar.JarDownstream;
import dev.foliot.study.jar.JarEndpoint;
import dev.foliot.study.jar.JarEndpoints;
import dev.foliot.study.jar.JarStart;
import dev.foliot.study.jar.JarStudy;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code foliot study --jar} is told, and the study file that it makes of it. */
final class JarOptions {
  /** Twice as many as the usual threads of a server. */
  static final int USUAL_CLIENTS = 400;

  private static final long READY_NS = 120_000_000_000L;

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description =
          "Do virtual threads help this service? An executable jar of Spring Boot, played on"
              + " platform threads and on virtual threads.")
  private @Nullable Path jar;

  @Option(
      names = "--endpoint",
      paramLabel = "TEXT",
      description =
          "--jar: what it is asked, as in /orders or 'POST /orders {\"id\":1}'; may be repeated"
              + " (all that a GET reaches, by the actuator or OpenAPI; else /).")
  private List<String> endpoints = new ArrayList<>();

  @Option(
      names = "--app-arg",
      paramLabel = "ARG",
      description =
          "--jar: an argument for the program, as in --app-arg=--spring.profiles.active=test; may"
              + " be repeated.")
  private List<String> args = new ArrayList<>();

  @Option(
      names = "--downstream",
      paramLabel = "KEY=URL,TIME",
      description =
          "--jar: delay a system on this machine that the program's configuration KEY names, as in"
              + " stock.url=http://127.0.0.1:9000,100ms.")
  private @Nullable String downstream;

  @Option(
      names = "--write",
      paramLabel = "FILE",
      description = "--jar: keep the study file that is made, as in study.yaml.")
  private @Nullable Path write;

  /** Whether there is a jar. */
  boolean isGiven() {
    return jar != null;
  }

  /** The jar as the user named it. */
  String name() {
    return String.valueOf(jar);
  }

  /**
   * Checks that nothing is given without a jar.
   *
   * @throws FoliotException if it is
   */
  void check() {
    if (jar == null
        && (!endpoints.isEmpty() || !args.isEmpty() || downstream != null || write != null)) {
      throw FoliotException.usage(
          "--endpoint, --app-arg, --downstream and --write go with a jar: name one, as in --jar"
              + " app.jar");
    }
  }

  /**
   * Starts the jar once to see what it answers, and makes the study.
   *
   * @param clients of the closed loop
   * @param options of the file that is made
   * @throws FoliotException if it is no service that can be played
   */
  StudyPlan plan(
      Foliot foliot, Jdk jdk, List<String> jvmArgs, int clients, StudyFileOptions options)
      throws Exception {
    if (clients < 1) {
      throw FoliotException.usage("--clients: " + clients + " is no number of clients: 1 or more");
    }
    List<JarEndpoint> told = endpoints.stream().map(JarEndpoint::parse).toList();
    Path kept = write == null ? null : writable(write);
    JarApp app = JarApp.of(Objects.requireNonNull(jar));
    JarStart start =
        new JarStart(
            app,
            jdk,
            jvmArgs,
            args,
            Optional.ofNullable(downstream).map(JarDownstream::parse),
            Path.of("").toAbsolutePath());
    try (ScratchFolder scratch = scratch()) {
      Path log = scratch.path().resolve("service.log");
      foliot
          .console()
          .error(
              name() + ": Spring Boot " + Shown.text(app.version()) + ", started once to ask it");
      JarEndpoints found = asked(start, told, log);
      foliot.console().error(name() + ": " + found.words());
      Path file = kept == null ? scratch.path().resolve("study.yaml") : kept;
      write(file, new JarStudy(start, found, clients, times(options.form())).yaml(file));
      if (kept != null) {
        foliot.console().error("the study file is " + write + ": foliot study plays it again");
      }
      return StudyFile.read(file, options);
    }
  }

  private static JarEndpoints asked(JarStart start, List<JarEndpoint> told, Path log)
      throws Exception {
    try {
      Thread asking = Thread.currentThread();
      return Interruption.during(
          () -> JarEndpoints.of(start, told, log, READY_NS), asking::interrupt);
    } catch (InterruptedException e) {
      throw new InterruptedException("interrupted; nothing was measured yet");
    }
  }

  private static JarStudy.Times times(@Nullable StudyForm form) {
    return switch (form) {
      case TEST -> new JarStudy.Times(1, 2, 1);
      case QUICK -> new JarStudy.Times(4, 10, 5);
      case FULL -> new JarStudy.Times(4, 20, 10);
      case null -> new JarStudy.Times(4, 20, 10);
    };
  }

  private static Path writable(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    if (Files.exists(absolute)) {
      throw FoliotException.usage(
          "--write: " + Shown.text(file.toString()) + " is there already: choose another name");
    }
    Path folder = absolute.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw FoliotException.usage(
          "--write: there is no folder for " + Shown.text(file.toString()) + ": make it first");
    }
    return absolute;
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw FoliotException.environment(
          file + " cannot be written (" + Shown.text(e.getMessage()) + "): choose another place");
    }
  }

  private static ScratchFolder scratch() {
    return switch (ScratchFolder.of("foliot-jar-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder made) -> made;
      case Reading.Unavailable<ScratchFolder> none ->
          throw FoliotException.environment(none.sentence());
    };
  }
}
