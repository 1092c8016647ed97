package dev.foliot.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/** What the goals have in common: they run a command, keep its reports and decide the build. */
abstract class FoliotMojo extends AbstractMojo {
  private static final int MISSED = 3;
  private static final int INVALID = 5;

  /** Measured commands of modules that are built at the same time would disturb each other. */
  private static final Object ONE_AT_A_TIME = new Object();

  /** The folder of an unpacked archive of Foliot. Else FOLIOT_HOME or PATH name it. */
  @Parameter(property = "foliot.home")
  @Nullable File home;

  /** Further words of the command line, one each. */
  @Parameter List<String> arguments = List.of();

  /** What an INVALID result does, whose figures mean nothing: fail or warn. */
  @Parameter(property = "foliot.onInvalid", defaultValue = "fail")
  String onInvalid = "fail";

  /** Leaves the goal out. */
  @Parameter(property = "foliot.skip", defaultValue = "false")
  boolean skip;

  /** Where the page, JUnit's XML and the runs go. */
  @Parameter(defaultValue = "${project.build.directory}/foliot")
  File reports = new File("target/foliot");

  private final Clock clock = Clock.systemUTC();

  @Parameter(defaultValue = "${project}", readonly = true)
  @Nullable MavenProject project;

  @Parameter(defaultValue = "${mojoExecution}", readonly = true)
  @Nullable MojoExecution execution;

  /** The command, its arguments, and the name of what is measured. */
  record Command(String name, String measured, List<String> words) {}

  /** The command line, without the reports and the further words. */
  abstract Command command() throws MojoExecutionException;

  final MavenProject project() {
    if (project == null) {
      throw new IllegalStateException("Maven sets the project");
    }
    return project;
  }

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("foliot is skipped: foliot.skip is true");
      return;
    }
    if (!List.of("fail", "warn").contains(onInvalid)) {
      throw new MojoExecutionException("onInvalid is " + onInvalid + ": write fail or warn");
    }
    Command command = command();
    Launcher launcher = Launcher.find(home == null ? null : home.toPath(), System.getenv());
    synchronized (ONE_AT_A_TIME) {
      try {
        run(launcher, command);
      } catch (IOException e) {
        throw new MojoExecutionException(
            "the reports cannot be written to " + reports + ": " + e.getMessage(), e);
      }
    }
  }

  private void run(Launcher launcher, Command command)
      throws IOException, MojoExecutionException, MojoFailureException {
    Path folder = reports.toPath();
    Path store = folder.resolve("runs");
    Files.createDirectories(store);
    String name = command.name + "-" + (execution == null ? "run" : execution.getExecutionId());
    SortedSet<String> before = runs(store);
    Instant began = clock.instant();
    Launcher.Ended ended =
        launcher.run(
            project().getBasedir().toPath(), line(command, store), text -> getLog().info(text));
    Duration time = Duration.between(began, clock.instant());
    SortedSet<String> made = runs(store);
    made.removeAll(before);

    Path page = folder.resolve(name + ".html");
    boolean hasPage =
        !made.isEmpty() && copy(store.resolve(made.last()).resolve("report.html"), page);
    String where = hasPage ? "; the page is " + page : "";
    JunitReport.Outcome outcome = outcome(ended.exit());
    String message = message(command.name, ended.exit()) + where;
    Path xml = folder.resolve("TEST-foliot-" + name + ".xml");
    boolean hasLimits =
        command.name.equals("load")
            && !made.isEmpty()
            && launcher
                    .run(
                        project().getBasedir().toPath(),
                        List.of(
                            "export",
                            made.last(),
                            "--store",
                            store.toString(),
                            "--format",
                            "junit",
                            "--output",
                            xml.toString()),
                        text -> getLog().debug(text))
                    .exit()
                == 0;
    if (!hasLimits) {
      JunitReport.write(xml, command.name, command.measured, outcome, message, time, ended.said());
    }
    decide(ended.exit(), message);
  }

  private List<String> line(Command command, Path store) {
    List<String> line = new ArrayList<>(List.of(command.name));
    line.addAll(command.words);
    // Behind "--" stands a server's command line.
    int rest = line.indexOf("--");
    List<String> more = new ArrayList<>(arguments);
    more.addAll(List.of("--store", store.toString()));
    line.addAll(rest < 0 ? line.size() : rest, more);
    return line;
  }

  private static SortedSet<String> runs(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      TreeSet<String> names = new TreeSet<>();
      files
          .filter(Files::isDirectory)
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .forEach(names::add);
      return names;
    }
  }

  private static boolean copy(Path from, Path to) throws IOException {
    if (!Files.isRegularFile(from)) {
      return false;
    }
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    return true;
  }

  private static JunitReport.Outcome outcome(int exit) {
    return switch (exit) {
      case 0 -> JunitReport.Outcome.PASSED;
      case MISSED -> JunitReport.Outcome.MISSED;
      default -> JunitReport.Outcome.INVALID;
    };
  }

  private static String message(String command, int exit) {
    return "foliot "
        + command
        + switch (exit) {
          case 0 -> " passed";
          case MISSED -> ": a threshold was missed";
          case INVALID -> " is INVALID, its figures mean nothing: is the machine busy?";
          default -> " failed with exit code " + exit + ": its output above says why";
        };
  }

  private void decide(int exit, String message)
      throws MojoExecutionException, MojoFailureException {
    switch (exit) {
      case 0 -> getLog().info(message);
      case MISSED -> throw new MojoFailureException(message);
      case INVALID -> {
        if (onInvalid.equals("fail")) {
          throw new MojoFailureException(message);
        }
        getLog().warn(message);
      }
      default -> throw new MojoExecutionException(message);
    }
  }
}
