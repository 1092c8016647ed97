package dev.foliot.cli.study;

import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.service.Jdk;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.file.StudyFile;
import dev.foliot.study.file.StudyFileOptions;
import dev.foliot.study.framework.AppRequest;
import dev.foliot.study.framework.ServiceApp;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code foliot study --jar} is told, and the study file that it makes of it. */
final class JarOptions implements AutoCloseable {
  /** Twice as many as the usual threads of a server. */
  static final int USUAL_CLIENTS = 400;

  private static final long READY_NS = 120_000_000_000L;

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description =
          "Do virtual threads help this service? A jar of Spring Boot, Micronaut, Quarkus or"
              + " Helidon, or a war, played on platform threads and on virtual threads.")
  private @Nullable Path jar;

  @Option(
      names = "--platform-jar",
      paramLabel = "FILE",
      description =
          "--jar: the same service, built for platform threads. For Quarkus and Helidon, whose"
              + " builds decide.")
  private @Nullable Path platformJar;

  @Option(
      names = "--server",
      paramLabel = "DIR",
      description = "--jar: the home of a Tomcat or Jetty that runs the war.")
  private @Nullable Path server;

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

  /** Files of a server and the study file, until the study has ended. */
  private @Nullable ScratchFolder scratch;

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
        && (!endpoints.isEmpty()
            || !args.isEmpty()
            || Stream.of(downstream, write, platformJar, server).anyMatch(Objects::nonNull))) {
      throw FoliotException.usage(
          "--endpoint, --app-arg, --downstream, --platform-jar, --server and --write go with a jar:"
              + " name one, as in --jar app.jar");
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
    Optional<JarDownstream> called = Optional.ofNullable(downstream).map(JarDownstream::parse);
    Path kept = write == null ? null : writable(write);
    ScratchFolder folder = scratch();
    scratch = folder;
    JarStart start =
        new JarStart(
            app("--jar", Objects.requireNonNull(jar), base(kept, folder, "-server"), jvmArgs),
            Optional.ofNullable(platformJar)
                .map(other ->
                    app("--platform-jar", other, base(kept, folder, "-platform-server"), jvmArgs)),
            jdk,
            jvmArgs,
            args,
            called,
            Path.of("").toAbsolutePath());
    foliot
        .console()
        .error(name() + ": " + Shown.text(start.app().framework()) + ", started once to ask it");
    JarEndpoints found = asked(start, told, folder.path().resolve("service.log"));
    foliot.console().error(name() + ": " + found.words());
    Path file = kept == null ? folder.path().resolve("study.yaml") : kept;
    write(file, new JarStudy(start, found, clients, times(options.form())).yaml(file));
    if (kept != null) {
      foliot.console().error("the study file is " + write + ": foliot study plays it again");
    }
    return StudyFile.read(file, options);
  }

  private ServiceApp app(String option, Path file, Path base, List<String> jvmArgs) {
    return ServiceApp.of(
        new AppRequest(
            option,
            file,
            Optional.ofNullable(server),
            base,
            Path.of("").toAbsolutePath(),
            jvmArgs,
            args,
            System.getenv()));
  }

  /**
   * Where a server's files are: beside a study file that is kept, so that it can be played again.
   */
  private static Path base(@Nullable Path kept, ScratchFolder scratch, String ending) {
    if (kept == null) {
      return scratch.path().resolve("base" + ending);
    }
    Path base =
        kept.resolveSibling(
            String.valueOf(kept.getFileName()).replaceFirst("\\.ya?ml$", "") + ending);
    if (Files.exists(base)) {
      throw FoliotException.usage(
          "--write: "
              + Shown.text(base.toString())
              + " is there already, and is for a server's files: choose another name");
    }
    return base;
  }

  /** Removes what was written for the study. */
  @Override
  public void close() {
    ScratchFolder folder = scratch;
    if (folder != null) {
      scratch = null;
      folder.close();
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
      case TEST -> new JarStudy.Times(1, 2, false, 1);
      case QUICK -> new JarStudy.Times(4, 20, true, 5);
      case FULL -> new JarStudy.Times(4, 60, true, 10);
      case null -> new JarStudy.Times(4, 60, true, 10);
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
