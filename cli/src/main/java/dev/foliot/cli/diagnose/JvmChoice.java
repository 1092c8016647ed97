package dev.foliot.cli.diagnose;

import dev.foliot.cli.frame.Output;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.hotspot.HostJvm;
import dev.foliot.linux.Reading;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The JVMs of this host, and the one that a name means. */
final class JvmChoice {
  private static final Path ROOT = Path.of("/");
  private static final Duration LOOK = Duration.ofMillis(300);
  private static final int LONGEST_NAME = 60;

  private final Output output;

  JvmChoice(Output output) {
    this.output = output;
  }

  /** Prints all JVMs. */
  void list() throws InterruptedException {
    List<HostJvm> all = all();
    if (all.isEmpty()) {
      throw FoliotException.environment(
          "no JVM runs here: start one, or run foliot where its processes are seen");
    }
    Brief brief = output.brief();
    brief.answer(
        Numbers.count(all.size(), "JVM runs", "JVMs run") + " here, the busiest first.", 2);
    print(brief, all);
    all.stream()
        .filter(jvm -> jvm.why().isEmpty())
        .findFirst()
        .ifPresent(jvm -> brief.next(List.of("foliot", "diagnose", Long.toString(jvm.pid()))));
  }

  /** The process that a name means; lists the JVMs where it means several. */
  Optional<Long> named(String name) throws InterruptedException {
    List<HostJvm> found = HostJvm.named(all(), name);
    if (found.isEmpty()) {
      throw FoliotException.usage(
          "'"
              + Shown.text(name)
              + "' is no process id, and part of no JVM's main class or container's id: foliot"
              + " diagnose lists them");
    }
    if (found.size() == 1) {
      return Optional.of(found.getFirst().pid());
    }
    Brief brief = output.brief();
    brief.answer(
        found.size()
            + " JVMs have '"
            + Shown.text(name)
            + "' in their main class or container: give the PID of one.",
        2);
    print(brief, found);
    return Optional.empty();
  }

  /** The beginning of its id, and the process id in it. */
  private static String container(HostJvm jvm) {
    String id = jvm.container().shortId();
    return (id.isEmpty() ? "" : id + ", ") + "PID " + jvm.innerPid();
  }

  private static List<HostJvm> all() throws InterruptedException {
    return switch (HostJvm.look(ROOT, LOOK)) {
      case Reading.Value<List<HostJvm>>(List<HostJvm> all) -> all;
      case Reading.Unavailable<List<HostJvm>> none -> throw FoliotException.environment(none.why());
    };
  }

  private static void print(Brief brief, List<HostJvm> jvms) {
    boolean isContained = jvms.stream().anyMatch(HostJvm::isInContainer);
    TextTable table =
        isContained
            ? new TextTable("PID", "CPUs", "age", "|JDK", "<main class", "<container")
            : new TextTable("PID", "CPUs", "age", "|JDK", "<main class");
    for (HostJvm jvm : jvms) {
      table.row(
          List.of(
                  Long.toString(jvm.pid()),
                  Numbers.fixed(jvm.cpus(), 2),
                  Numbers.span(jvm.ageS()),
                  jvm.version().isEmpty() ? "unreadable" : Shown.text(jvm.version(), LONGEST_NAME),
                  Shown.text(jvm.mainClass(), LONGEST_NAME),
                  jvm.isInContainer() ? container(jvm) : "")
              .subList(0, isContained ? 6 : 5));
    }
    brief.table(table);
    jvms.stream()
        .flatMap(jvm -> jvm.why().stream())
        .findFirst()
        .ifPresent(why -> brief.line("unreadable", why.text() + "; " + why.remedy()));
  }
}
